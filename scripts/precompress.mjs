// Puts a brotli form beside every script and style sheet of the build, as small as it gets.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const folder = 'build/client/assets'
for (const name of readdirSync(folder)) {
  if (!/\.(js|css|svg)$/.test(name)) continue
  const body = readFileSync(join(folder, name))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  writeFileSync(join(folder, `${name}.br`), brotliCompressSync(body, { params }))
}
