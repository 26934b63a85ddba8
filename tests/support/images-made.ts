// Waits until every WebP file has its AVIF file, which the server makes in the background. It may be another process, so
// its folder is read again and again.
import { readdir } from 'node:fs/promises'
import { setTimeout as rest } from 'node:timers/promises'

export async function imagesMade(uploads: string): Promise<void> {
  for (let tries = 0; tries < 1200; tries++) {
    const files = await readdir(uploads, { recursive: true })
    const made = (format: string) => files.filter((file) => file.endsWith(format)).length
    if (made('.avif') === made('.webp')) return
    await rest(100)
  }
  throw new Error('the images were not made in two minutes')
}
