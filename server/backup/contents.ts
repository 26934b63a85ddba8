// What an archive holds (docs/decisions/0018): which tables, under which names, and how large an entry may be.
import type { Tables } from '../db/tables.ts'
import { fileName } from '../images/uploads.ts'
import { folderName } from '../images/variants.ts'

/**
 * Whatever opens something or is about to be sent belongs to the running installation alone [R161, R162], and so does what
 * became of its scheduled backups [R201] and what its checks of projects found [R218]. Client links are in backups, because clients have them in their hands [R238].
 */
const leftOutTables = [
  'sessions',
  'one_time_tokens',
  'access_tokens',
  'webhook_deliveries',
  'webhooks',
  'setup_links',
  'attempts',
  'jobs',
  'backup_state',
  'mail_state',
  'preview_checks',
] as const

type CurrentTable = Exclude<keyof Tables, (typeof leftOutTables)[number]>

/** Each table with its primary key, after those that it refers to. */
export const archivedTables: Readonly<Record<string, readonly string[]>> = {
  users: ['id'],
  sign_in_ips: ['user_id', 'ip_hash'],
  former_admins: ['email'],
  audit_events: ['id'],
  items: ['id'],
  item_categories: ['item_id', 'key'],
  item_details: ['item_id'],
  item_images: ['folder'],
  client_links: ['id'],
  contacts: ['id'],
  replies: ['id'],
  spam_marks: ['key'],
  saved_replies: ['id'],
  settings: ['name'],
  counters: ['name'],
  daily_counts: ['day', 'item_id'],
  site_versions: ['version'],
  site_images: ['name'],
} satisfies Record<CurrentTable, readonly string[]>

export const tableNames = Object.keys(archivedTables)

/** All tables of the product, each before those that it refers to. */
export const allTables: readonly string[] = [...leftOutTables, ...tableNames.toReversed()]

/** Numbers that only SQLite has, and gives to the rows of the restored database itself. */
export const derivedColumns: Readonly<Record<string, readonly string[]>> = {
  items: ['search_row'],
  contacts: ['search_row'],
}

/** Tables in which SQLite stores the indexes of search. */
export const indexTable = /^(?:items|contacts)_trigrams(?:_[a-z]+)?$/

/** A row as it is stored in both databases, which have text and whole numbers only (server/db/tables.ts). */
export type Row = Record<string, string | number | null>

export const manifestPath = 'manifest.json'
export const summaryPath = 'summary.json'
export const checksumsPath = 'SHA256SUMS'

export type EntryPlace =
  | { kind: 'manifest' | 'summary' | 'checksums' }
  | { kind: 'image'; folder: string; name: string }
  | { kind: 'table'; table: string }

/** In the order in which they come. */
const single = { [manifestPath]: 'manifest', [summaryPath]: 'summary', [checksumsPath]: 'checksums' } as const
export const kindOrder = ['manifest', 'image', 'table', 'summary', 'checksums'] as const

export function imagePath(folder: string, name: string): string {
  return `uploads/${folder}/${name}`
}

export function tablePath(table: string): string {
  return `database/${table}.ndjson`
}

/** @returns null for a path that no archive of this product has: nothing else ever becomes a path or a table. */
export function placeOf(path: string): EntryPlace | null {
  const [folder = '', ...rest] = path.split('/')
  const kind = single[path as keyof typeof single]
  if (kind) return { kind }
  if (folder === 'uploads' && rest.length === 2) {
    const [image = '', name = ''] = rest
    return folderName.test(image) && fileName.test(name) ? { kind: 'image', folder: image, name } : null
  }
  const table = tableNames.find((name) => tablePath(name) === path)
  return table ? { kind: 'table', table } : null
}

const KiB = 1024
const MiB = 1024 * KiB

/** Bytes of an entry that is read whole; the rows of a table are read line by line. */
export const maxEntrySize: Record<EntryPlace['kind'], number> = {
  manifest: 64 * KiB,
  image: 32 * MiB,
  table: Number.MAX_SAFE_INTEGER,
  summary: 8 * MiB,
  checksums: 256 * MiB,
}

/** Characters of one row as JSON: ten times what the longest reply may have. */
export const maxLine = 2 * MiB
