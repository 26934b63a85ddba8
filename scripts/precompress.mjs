// Puts a brotli form next to every script and style sheet of the build, as small as it gets; each is there whole or not
// at all, because a server may start from the folder at any time.
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const folder = 'build/client/assets'
for (const name of readdirSync(folder)) {
  if (!/\.(js|css|svg)$/.test(name)) continue
  const body = readFileSync(join(folder, name))
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  const path = join(folder, `${name}.br`)
  writeFileSync(`${path}.tmp`, brotliCompressSync(body, { params }))
  renameSync(`${path}.tmp`, path)
}
