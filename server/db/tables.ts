// The rows, as stored. Times are ISO 8601 UTC text on both databases, so they sort and compare alike; there is
// no boolean column, because SQLite would answer 1 and 0: a time says whether and when (decision record 0001).

export interface Tables {
  users: UserRow
  sessions: SessionRow
  one_time_tokens: OneTimeTokenRow
  attempts: AttemptRow
  items: ItemRow
  item_categories: ItemCategoryRow
  contacts: ContactRow
  replies: ReplyRow
  outbox: OutboxRow
  settings: SettingRow
}

export interface UserRow {
  id: string
  name: string
  /** Trimmed and lower-cased; unique. */
  email: string
  /** argon2id in PHC form; null until the owner has chosen one by link. */
  password_hash: string | null
  role: 'admin' | 'user'
  /** Folder name of the picture, or null. */
  avatar: string | null
  email_verified_at: string | null
  created_at: string
}

export interface SessionRow {
  /** SHA-256 of the id in the cookie. */
  id_hash: string
  user_id: string
  created_at: string
  expires_at: string
}

export type TokenPurpose = 'reset' | 'verify-link' | 'verify-code'

export interface OneTimeTokenRow {
  /** SHA-256 over purpose, account and token. */
  hash: string
  purpose: TokenPurpose
  user_id: string
  /** The address it proves; worth nothing once the account has another. */
  email: string
  /** The letter that carried it: a letter sent twice keeps both of its tokens alive, a new letter kills them. */
  letter_id: string
  tries: number
  created_at: string
  expires_at: string
}

export interface AttemptRow {
  /** What is limited and for whom, hashed where it names a person. */
  key: string
  count: number
  /** When the count starts anew. */
  resets_at: string
}

export interface ItemRow {
  id: string
  name: string
  /** Name in lower case with straight quotes; unique (decision 86). */
  name_key: string
  /** Absolute, or a path below /demo/ of this site. */
  url: string
  /** Folder name of the picture, `<random>-<width>x<height>`, or null. */
  picture: string | null
  status: 'draft' | 'published'
  /** Folded name and categories, line by line, for search. */
  search_text: string
  created_at: string
  updated_at: string
}

export interface ItemCategoryRow {
  item_id: string
  position: number
  name: string
  /** Lower-cased, straight quotes. */
  key: string
}

export interface ContactRow {
  id: string
  name: string
  email: string
  subject: string | null
  message: string
  /** SHA-256 of the four fields: finds an exact duplicate (decision 63). */
  fingerprint: string
  search_text: string
  /** When the mail server took the first reply. */
  replied_at: string | null
  created_at: string
}

export interface ReplyRow {
  id: string
  contact_id: string
  /** Unique; chosen by the client so that one reply sent twice is one (decision 25). */
  idempotency_key: string
  subject: string
  body: string
  /** As text: the account may go, the name stays (decision 108). */
  author: string
  sent_at: string | null
  refused_at: string | null
  /** What the mail server said. */
  error: string | null
  created_at: string
}

export type LetterKind =
  | 'contact-notice'
  | 'reply'
  | 'verify'
  | 'reset'
  | 'password-changed'
  | 'email-changed'

/** What to say, not the words: a letter is written when it is sent, so no secret token ever rests here. */
export interface OutboxRow {
  id: string
  kind: LetterKind
  recipient: string
  user_id: string | null
  contact_id: string | null
  reply_id: string | null
  attempts: number
  /** Nobody else takes the letter before this time: back-off and lease in one. */
  due_at: string
  /** Given up: the mail server refused for good. */
  refused_at: string | null
  error: string | null
  created_at: string
}

export interface SettingRow {
  name: string
  value: string
}
