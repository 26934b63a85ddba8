// The root folder of the product. The built server is one folder below it, as its source is.
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')
