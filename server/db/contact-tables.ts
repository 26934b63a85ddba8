// The rows of contact messages and of what is stored with them.
import type { ContactFolder } from '../../contract/messages.ts'

/** A message is in the inbox, read and not held back, unless it is stored as another. */
export type ContactDefault = 'folder' | 'unread_since' | 'held_at' | 'spam_reason' | 'text_key'

export interface ContactRow {
  id: string
  name: string
  email: string
  subject: string | null
  message: string
  /** SHA-256 of the four fields: finds an exact duplicate. */
  fingerprint: string
  search_text: string
  /** When the mail server accepted the first reply, or an admin marked it as replied. */
  replied_at: string | null
  folder: ContactFolder
  /** When it arrived, or was marked as unread; null once an admin has read it. */
  unread_since: string | null
  /** When it was held back as spam: the owner has not been notified of it. */
  held_at: string | null
  /** Why it was. Text of any kind: what is not known is no reason (server/messages/spam.ts). */
  spam_reason: string | null
  /** Equal or similar for messages of equal or similar text; null for a short one. */
  text_key: string | null
  created_at: string
}

export interface ReplyRow {
  id: string
  contact_id: string
  /** Unique; chosen by the client so that one reply sent twice is one. */
  idempotency_key: string
  subject: string
  body: string
  /** As text, because the account may be deleted. */
  author: string
  /** No foreign key, as the name. */
  author_id: string | null
  sent_at: string | null
  rejected_at: string | null
  /** The mail server's reply. */
  error: string | null
  created_at: string
}

/** What an admin moved to spam: later messages with the same key are held back. */
export interface SpamMarkRow {
  /** "sender" and a hash of the email address, or "text" and the key of a message. */
  key: string
  created_at: string
}

/** A text for replies. */
export interface SavedReplyRow {
  id: string
  title: string
  body: string
  created_at: string
}
