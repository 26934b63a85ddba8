// The uploads that the settings name.
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { S3Uploads } from './s3-uploads.ts'
import { UploadFolder } from './storage.ts'
import type { Uploads } from './uploads.ts'

export function openUploads({ dataDir, storageUrl }: Pick<Config, 'dataDir' | 'storageUrl'>): Uploads {
  return storageUrl ? new S3Uploads(storageUrl) : new UploadFolder(join(dataDir, 'uploads'))
}
