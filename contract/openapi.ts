// The description of the API as an OpenAPI 3.1 document.
import type { Call } from './call.ts'

export const readApiDescription = { method: 'GET', path: '/api/openapi.json' } as const satisfies Call
