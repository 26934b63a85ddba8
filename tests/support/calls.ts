// Every call of the contract.
import type { Call } from '../../contract/call.ts'
import { namedCalls } from '../../contract/calls.ts'

export const calls = namedCalls.map(({ call }) => call)

export const key = (call: Call) => `${call.method} ${call.path}`

/** Its path with a value for each parameter. */
export const pathOf = (call: Call, parameter = 'x') => call.path.replace(/:\w+/g, parameter)
