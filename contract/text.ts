// Cleans typed text: trimmed, NFC, without control characters.
import * as z from 'zod/mini'
import { emailLength } from './limits.ts'

// Control characters and the two line separators of Unicode.
const controls = /[\p{Cc}\u2028\u2029]+/gu
// Turn the direction of what follows, invisibly: they make a name or an email address read as another.
const directions = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu
// The same as the first, but line breaks and tabs stay.
const controlsButLines = /(?![\n\t])\p{Cc}/gu

// What is left of a longer run of combining marks is cut (UAX 15, section 13: stream-safe text).
const longRuns = /(\p{M}{30})\p{M}+/gu

/**
 * Unicode normalisation in linear time: it sorts each run of combining marks, and a run of 20,000 of them would hold the
 * thread for a second. No language writes more than a handful on one letter.
 */
export function normalized(text: string, form: 'NFC' | 'NFKD' = 'NFC'): string {
  // Cut twice: NFC writes some marks as two, and some letters as a letter and a mark.
  const composed = text.replace(longRuns, '$1').normalize('NFC')
  return composed.replace(longRuns, '$1').normalize(form)
}

// In all three below, normalising comes after everything that changes which characters stand next to each other: what
// is cleaned again stays as it is.

/** One line of clean text: control characters and line breaks become a space, marks of direction go. */
export function cleanLine(text: string): string {
  return normalized(text.toWellFormed().replace(controls, ' ').replace(directions, '')).trim()
}

/** Several lines of clean text: line breaks become \n, also those within a paragraph of an office program. */
export function cleanLines(text: string): string {
  const lines = text
    .toWellFormed()
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(controlsButLines, '')
  return normalized(lines).trim()
}

/** The one spelling of an email address. In lower case first: only the small letter of J with a caron has a composed form. */
export function cleanEmail(text: string): string {
  return normalized(text.toLowerCase()).trim()
}

/** As many of the first words as fit. @param max characters */
export function wholeWords(text: string, max: number): string {
  if (text.length <= max) return text
  return text
    .slice(0, max + 1)
    .replace(/\s+\S*$/, '')
    .slice(0, max)
}

/** Latin letters that are no letter with a mark. */
const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  đ: 'd',
  þ: 'th',
  ł: 'l',
  ħ: 'h',
  ŋ: 'n',
  ı: 'i',
}

/** Case, accents, curly quotes and letters that most keyboards lack do not tell texts apart. */
export function fold(text: string): string {
  const plain = normalized(straightQuotes(text), 'NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[ßæœøðđþłħŋı]/g, (letter) => letters[letter] ?? letter)
}

export function straightQuotes(text: string): string {
  return text.replace(/[‘’‚‛′]/g, "'").replace(/[“”„‟″]/g, '"')
}

/** A text that may be empty, cleaned and at most `max` characters long. @param clean `cleanLine` or `cleanLines` */
export function cleanText(
  label: string,
  max: number,
  clean: (text: string) => string,
  invalid = `${label} must be text.`,
) {
  const tooLong = `${label} must be at most ${max} characters.`
  return z.string(invalid).check(
    // The generous first limit stops the work on a huge value before any other rule reads it.
    z.maxLength(max * 4, { error: tooLong, abort: true }),
    z.overwrite(clean),
    z.maxLength(max, tooLong),
  )
}

/** One of invisible characters alone would be shown as none. */
const isVisible = (text: string) => /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text)

function requiredText(label: string, max: number, clean: (text: string) => string, missing: string) {
  return cleanText(label, max, clean, missing).check(
    z.minLength(1, { error: missing, abort: true }),
    z.refine(isVisible, missing),
  )
}

/** A required single line. */
export function line(label: string, max: number, missing = `${label} is required.`) {
  return requiredText(label, max, cleanLine, missing)
}

/** A single line that may be missing: null then. */
export function optionalLine(label: string, max: number) {
  return z.prefault(z.nullable(cleanText(label, max, cleanLine)), null)
}

/** A required text of several lines. */
export function lines(label: string, max: number, missing = `${label} is required.`) {
  return requiredText(label, max, cleanLines, missing)
}

/** An email address of the simple form x@y.z, trimmed and lower-cased. */
export function email(invalid = 'Invalid email format', missing = invalid, clean = cleanEmail) {
  return z
    .string({ error: ({ input }) => (input === undefined ? missing : invalid) })
    .check(
      z.maxLength(emailLength * 2, { error: invalid, abort: true }),
      z.overwrite(clean),
      z.minLength(1, { error: missing, abort: true }),
      z.maxLength(emailLength, { error: invalid, abort: true }),
      z.refine(looksLikeEmail, invalid),
    )
}

/**
 * As `email`, for a new account. The specification requires x@y.z and leaves the rest open; login still accepts what older accounts
 * have.
 */
export function accountEmail(invalid = 'Invalid email format') {
  return email(invalid).check(z.refine(maySignUp, invalid))
}

/** Invisible, so that a second account looks like the first; half of a surrogate pair is stored as U+FFFD. */
const unseen = /[\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}]/u

/** Without the characters of no width that come along from a page or a chat: no reply would arrive there. */
export function cleanTypedEmail(text: string): string {
  return cleanEmail(text.replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, ''))
}

/** Mail systems read them as another character, NFKC does not: a full stop, an iota, old forms of Cyrillic letters. */
const otherForms = /\u3002|\u0345|[\u1c80-\u1c88]/u

/**
 * A slash would read as a link to elsewhere in the emails that go there. A domain must be written as mail systems read
 * it (UTS 46): they take \uff4dail.example.com and mail\u3002example.com for mail.example.com, one mailbox with many accounts.
 */
export function maySignUp(email: string): boolean {
  const domain = email.slice(email.indexOf('@') + 1)
  const isAsRead = domain === domain.normalize('NFKC').toLowerCase() && !otherForms.test(domain)
  return isAsRead && !email.includes('/') && !unseen.test(email)
}

// Syntax of mail headers and address lists: RFC 5322 specials, blanks, control characters; and the marks of direction,
// which no mail system allows.
const notInAddress = /[\s\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069"(),:;<>[\\\]]/u

/** Linear in the length: no pattern that could be made to backtrack. */
export function looksLikeEmail(text: string): boolean {
  const at = text.indexOf('@')
  const dot = text.lastIndexOf('.')
  return (
    at > 0 &&
    at === text.lastIndexOf('@') &&
    dot > at + 1 &&
    dot < text.length - 1 &&
    !text.includes('..') &&
    !notInAddress.test(text)
  )
}

/** @returns null for what cannot be parsed: one damaged row must take no page away */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
