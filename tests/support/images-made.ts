// Waits for what the server does behind its start: every WebP file gets its AVIF.
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
