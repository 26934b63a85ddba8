// Every call of the contract as JSON Schema. The build replaces this module with its value (vite.server.config.ts), because
// responses are types, which only the compiler can read; development and tests read them when they are first needed.

import type { JsonSchema } from '../../contract/openapi.ts'
import { root } from '../root.ts'
import { readContract } from './read-contract.ts'

export interface ContractCalls {
  /** What each file of the contract with calls is about, by its name. */
  subjects: Record<string, string>
  calls: DescribedCall[]
  /** Types with a name, which the others refer to. */
  schemas: Record<string, JsonSchema>
}

export interface DescribedCall {
  /** Of its export. */
  name: string
  subject: string
  comment: string
  method: string
  /** With `:name` for parameters. */
  path: string
  query?: JsonSchema
  body?: JsonSchema
  response: JsonSchema | 'text' | 'file'
  /** Of its success. */
  statuses: number[]
}

export const contractCalls: ContractCalls = await readContract(root)
