// Where the product's own files are. The built server lies one folder below the root too, so this holds for both.
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')
