// What connects the texts of a section, or of a row in it, to their fields: one line instead of four for each text.
import type { SiteErrors } from './site-edit.ts'

/** The names of plain texts: `icon`, which is one of a few words, is chosen and not typed. */
type TextName<Fields> = {
  [Name in keyof Fields]: string extends Fields[Name] ? Name : never
}[keyof Fields] &
  string

/**
 * Returns a function from a name to the props of its `SiteText`. `path` is the place of the fields in the content, as in
 * the errors of the server: "hero", "stats.0".
 */
export function textsOf<Fields extends object>(
  path: string,
  fields: Fields,
  errors: SiteErrors,
  change: (fields: Fields) => void,
) {
  return <Name extends TextName<Fields>>(name: Name) => ({
    value: fields[name] as string,
    error: errors[`${path}.${name}`],
    onChange: (text: string) => change({ ...fields, [name]: text }),
  })
}

export type Texts<Fields extends object> = ReturnType<typeof textsOf<Fields>>
