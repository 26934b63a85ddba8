// The fields of "About this project", each with how much of its limit is used: typing is never cut.
import { type AboutPart, aboutLabels, aboutLengths, aboutParts, cleanPart } from '../../../contract/about.ts'
import type { PortfolioItem } from '../../../contract/portfolio.ts'
import { classes } from '../../ui/classes.ts'
import { TextArea, TextField } from '../../ui/field.tsx'
import * as forms from '../../ui/form.module.css'
import * as styles from './about-fields.module.css'
import { ProjectSection } from './project-section.tsx'

export type AboutValues = Record<AboutPart, string>

interface AboutForm {
  values: AboutValues
  busy: boolean
  field: (name: AboutPart) => { name: string; defaultValue: string | undefined; error: string | undefined }
}

/** What the fields start with. */
export function aboutValuesOf({ about }: PortfolioItem): AboutValues {
  return Object.fromEntries(aboutParts.map((part) => [part, about?.[part] ?? ''])) as AboutValues
}

/** Of all values of a form, those of these fields. */
export function aboutInputOf(values: AboutValues): AboutValues {
  return Object.fromEntries(aboutParts.map((part) => [part, values[part]])) as AboutValues
}

export function AboutFields({ form }: { form: AboutForm }) {
  const of = (part: AboutPart) => ({
    ...form.field(part),
    label: aboutLabels[part],
    aside: <Count part={part} text={form.values[part]} />,
    autoComplete: 'off',
    readOnly: form.busy,
  })
  return (
    <ProjectSection title="About this project" aside="Optional">
      <TextArea {...of('summary')} rows={3} />
      <div className={forms.columns}>
        <TextField {...of('role')} />
        <TextField {...of('year')} />
      </div>
      <TextField {...of('client')} />
      <TextField {...of('tools')} hint="Comma-separated" />
      <TextArea {...of('outcome')} rows={4} />
    </ProjectSection>
  )
}

function Count({ part, text }: { part: AboutPart; text: string }) {
  const { length } = cleanPart(part, text)
  const max = aboutLengths[part]
  return (
    <span className={classes(styles.count, length >= max && styles.full)}>
      {length.toLocaleString('en')} of {max.toLocaleString('en')}
    </span>
  )
}
