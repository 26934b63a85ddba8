// What was typed before hydration survives a page that had to be rendered again, with new fields.

type TextField = HTMLInputElement | HTMLTextAreaElement

const fieldsOf = (app: HTMLElement) => [
  ...app.querySelectorAll<TextField>('input[name]:not([type=file]), textarea[name]'),
]

/**
 * Remembers the fields of the server's HTML, which keep their values when React takes them out of the page.
 * @returns a function for the moment after that: fills the new fields of the same names, and gives the focus back
 */
export function rememberFields(app: HTMLElement): () => void {
  const early = fieldsOf(app)
  let focused: Element | null = document.activeElement
  const onFocus = ({ target }: FocusEvent) => {
    focused = target as Element
  }
  app.addEventListener('focusin', onFocus)
  return () => {
    app.removeEventListener('focusin', onFocus)
    for (const field of fieldsOf(app)) {
      const before = early.find(({ name, type }) => name === field.name && type === field.type)
      if (!before || before === field) continue
      if (before.value !== before.defaultValue) field.value = before.value
      if (field instanceof HTMLInputElement && before instanceof HTMLInputElement)
        field.checked = before.checked
      if (before === focused) field.focus({ preventScroll: true })
    }
  }
}
