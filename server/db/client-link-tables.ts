// The rows of client links.

/** Deleted with its project. */
export interface ClientLinkRow {
  id: string
  /** SHA-256 of the token; unique. */
  hash: string
  item_id: string
  /** Who it is for, or null. */
  name: string | null
  /** argon2id in PHC form; null where no passphrase is asked for. */
  passphrase_hash: string | null
  /** An admin: the link ends with that role. */
  created_by: string
  created_at: string
  expires_at: string
  opens: number
  last_opened_at: string | null
}
