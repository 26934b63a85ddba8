// Parses a multipart body in place: Request.formData() would copy a file three more times.
import { getMultipartBoundary, MultipartParseError, parseMultipart } from '@remix-run/multipart-parser'

/** Parts of a form, and bytes of the header of each: parsing takes time even for parts that are no fields of the call. */
const maxParts = 20
const maxHeaderSize = 8 * 1024

/** RFC 2046, 5.1.1. The parser accepts any, and its work grows with the square of the length. */
const validBoundary = /^[\w'()+,\-./:=? ]{0,69}[\w'()+,\-./:=?]$/

export interface MultipartForm {
  /** Without a prototype, so that no field name can reach one [T41]. */
  fields: Record<string, string>
  /** The bytes of the file field; null where it is missing or empty, as an empty file input sends it. */
  file: Uint8Array | null
}

/** @throws for a body that is no form, has too many parts, or text that is not UTF-8. */
export function parseForm(body: Uint8Array, contentType: string, fileField: string): MultipartForm {
  const boundary = getMultipartBoundary(contentType)
  if (!boundary || !validBoundary.test(boundary))
    throw new MultipartParseError('a multipart body without a valid boundary')
  const fields: Record<string, string> = Object.create(null)
  let file: Uint8Array | null = null
  // Its size was limited while it was read.
  const limits = { maxFileSize: body.byteLength, maxTotalSize: body.byteLength, maxParts, maxHeaderSize }
  for (const part of parseMultipart(body, { boundary, ...limits })) {
    // Each access parses the header again.
    const { name } = part
    if (!name) continue
    // Of repeated fields the last one counts, of files the first.
    if (!part.isFile) fields[name] = part.text
    // In one piece, because the body is: nothing is copied.
    else if (name === fileField && part.size > 0) file ??= part.content[0] ?? null
  }
  return { fields, file }
}
