// The description of the API as an OpenAPI 3.1 document.
import { type Call, responseType } from './call.ts'

/** The part of JSON Schema 2020-12 that the description of the API uses. */
export interface JsonSchema {
  $ref?: string
  description?: string
  type?: string | string[]
  const?: string | number | boolean
  enum?: (string | number | boolean)[]
  default?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  contentMediaType?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: boolean | JsonSchema
  anyOf?: JsonSchema[]
}

/** By media type. */
export type ApiContent = Record<string, { schema: JsonSchema }>

export interface ApiResponse {
  $ref?: string
  description?: string
  content?: ApiContent
}

export interface ApiParameter {
  name: string
  in: 'path' | 'query'
  required: boolean
  description?: string
  schema: JsonSchema
}

/** One call of the API. */
export interface ApiOperation {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  parameters?: ApiParameter[]
  requestBody?: { required: boolean; content: ApiContent }
  /** By status, and `default` for all others. */
  responses: Record<string, ApiResponse>
  /** Any one of these is enough; an empty list is for everybody. */
  security: Record<string, string[]>[]
  /** Who may make this call. */
  'x-for': 'everybody' | 'users' | 'admins'
}

/** An OpenAPI 3.1 document. */
export interface ApiDescription {
  openapi: string
  info: { title: string; version: string; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  /** By path and, in lower case, by method. */
  paths: Record<string, Record<string, ApiOperation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, ApiResponse>
    securitySchemes: Record<string, Record<string, string>>
  }
}

/** This description, an OpenAPI 3.1 document. */
export const readApiDescription = {
  method: 'GET',
  path: '/api/openapi.json',
  // An `ApiDescription`: as a schema it would have a property named $ref, which tools take for a reference.
  response: responseType<Record<string, unknown>>(),
} as const satisfies Call
