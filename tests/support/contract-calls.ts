// Reads the contract once for a test run: the compiler takes a second for it.
import type { TestProject } from 'vitest/node'
import { type ContractCalls, contractCalls } from '../../server/openapi/contract-calls.ts'

declare module 'vitest' {
  interface ProvidedContext {
    contractCalls: ContractCalls
  }
}

export default function setup(project: TestProject) {
  project.provide('contractCalls', contractCalls)
}
