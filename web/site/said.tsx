// What somebody has said, in the quotation marks of the page's language, whichever it was pasted with.
export function Said({ text }: { text: string }) {
  return <q>{/^["“”„«»]\s*([^"“”„«»]*?)\s*["“”«»]$/u.exec(text.trim())?.[1] ?? text}</q>
}
