// The rows of the API for machines. They are in no backup: they let in, or say where messages are sent.

/** What lets a script in, for an admin. */
export interface AccessTokenRow {
  id: string
  /** SHA-256 of the token; unique. */
  hash: string
  user_id: string
  name: string
  /** Separated by blanks. */
  scopes: string
  created_at: string
  /** Written at most once an hour. */
  used_at: string | null
  expires_at: string
}
