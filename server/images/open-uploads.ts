// The uploads that the settings name.
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { UploadFolder, type Uploads } from './storage.ts'

/** @throws ConfigError */
export function openUploads({ dataDir, storageUrl }: Pick<Config, 'dataDir' | 'storageUrl'>): Uploads {
  if (storageUrl) throw new ConfigError('STORAGE_URL is not supported yet; leave it out to use DATA_DIR.')
  return new UploadFolder(join(dataDir, 'uploads'))
}
