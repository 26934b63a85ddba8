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

/** Where new messages are reported to. */
export interface WebhookRow {
  id: string
  url: string
  /** In base64; what is sent is signed with it. */
  secret: string
  /** An admin: the webhook ends with that role. */
  created_by: string
  created_at: string
  /** Of the last attempt. */
  last_at: string | null
  /** Why it failed; null where it did not. */
  last_error: string | null
  /** Since the last success. */
  failures: number
  /** Of the first failure since the last success. */
  failing_since: string | null
  disabled_at: string | null
}
