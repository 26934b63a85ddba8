// Text as people type it, made clean: trimmed, NFC, without control characters (decision 19).
import * as z from 'zod/mini'
import { emailLength } from './limits.ts'

// Control characters and the two line separators of Unicode.
const controls = /[\p{Cc}\u2028\u2029]+/gu
// The same, but line breaks and tabs stay.
const controlsButLines = /(?![\n\t])\p{Cc}/gu

/** One line of clean text: control characters and line breaks become a space. */
export function cleanLine(text: string): string {
  return text.toWellFormed().normalize('NFC').replace(controls, ' ').trim()
}

/** Several lines of clean text: line breaks become \n. */
export function cleanLines(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(controlsButLines, '')
    .trim()
}

// The generous first limit stops the work on a huge value before any other rule reads it.
const raw = (max: number, tooLong: string) => z.maxLength(max * 4, { error: tooLong, abort: true })

/** A required single line. */
export function line(label: string, max: number, missing = `${label} is required.`) {
  const tooLong = `${label} must be at most ${max} characters.`
  return z
    .string(missing)
    .check(raw(max, tooLong), z.overwrite(cleanLine), z.minLength(1, missing), z.maxLength(max, tooLong))
}

/** A required text of several lines. */
export function lines(label: string, max: number, missing = `${label} is required.`) {
  const tooLong = `${label} must be at most ${max} characters.`
  return z
    .string(missing)
    .check(raw(max, tooLong), z.overwrite(cleanLines), z.minLength(1, missing), z.maxLength(max, tooLong))
}

/** An address of the simple form x@y.z (section 5), trimmed and lower-cased (decision 66). */
export function email(invalid = 'Invalid email format') {
  return z.string(invalid).check(
    z.maxLength(emailLength * 2, { error: invalid, abort: true }),
    z.overwrite((text) => text.normalize('NFC').trim().toLowerCase()),
    z.maxLength(emailLength, { error: invalid, abort: true }),
    z.refine(looksLikeEmail, invalid),
  )
}

// What a mail header or an address list would read as syntax: RFC 5322 specials, blanks, control characters.
const notInAddress = /[\s\p{Cc}"(),:;<>[\\\]]/u

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
