// The case study in the form of a project: what visitors see first, facts, and blocks.
import {
  type Block,
  type Fact,
  factLabels,
  factLengths,
  facts,
  maxBlocks,
} from '../../../contract/case-study.ts'
import { cleanLine } from '../../../contract/text.ts'
import * as field from '../../ui/field.module.css'
import { Count, RadioCards, TextArea, TextField } from '../../ui/field.tsx'
import * as ui from '../../ui/primitives.module.css'
import { counted } from '../lists/times.tsx'
import { Blocks } from './blocks.tsx'
import type { ProjectForm, ProjectValues } from './project-form.tsx'

/** As they are sent: of two pictures one is left where the block has become wide or half. */
export function sentBlocks(blocks: readonly Block[]): Block[] {
  return blocks.map((block) =>
    block.kind === 'picture' && block.size !== 'pair'
      ? { ...block, pictures: block.pictures.slice(0, 1) }
      : block,
  )
}

/** What is filled in, in words. @param values without them, that nothing is */
export function caseStudyState(values?: ProjectValues): string {
  const hasFacts = values && facts.some((fact) => values[fact].trim())
  const blocks = values?.blocks.length ? counted(values.blocks.length, 'block') : ''
  if (hasFacts) return blocks ? `Facts and ${blocks}` : 'Facts'
  return blocks || 'Optional. Facts, text and pictures'
}

const first = [
  {
    value: 'preview',
    label: 'Live preview',
    hint: 'The site in its frame. The case study is a link beside it.',
  },
  { value: 'case-study', label: 'Case study', hint: 'Its page, with the button Live preview.' },
]

export function CaseStudy({ form }: { form: ProjectForm }) {
  const { values, busy } = form
  const of = (fact: Fact) => ({
    ...form.field(fact),
    label: factLabels[fact],
    aside: <Count length={cleanLine(values[fact]).length} max={factLengths[fact]} />,
  })
  return (
    <>
      <div className={field.field}>
        <p className={field.label} aria-hidden="true">
          Visitors see first
        </p>
        <RadioCards
          label="Visitors see first"
          name="opens"
          value={values.opens}
          disabled={busy}
          options={first}
          onChange={(opens) => form.set({ opens })}
        />
      </div>
      <TextArea {...of('summary')} rows={3} />
      <div className={ui.columns}>
        <TextField {...of('role')} />
        <TextField {...of('year')} />
      </div>
      <TextField {...of('client')} />
      <TextField {...of('tools')} hint="Comma-separated" />
      <div className={field.field}>
        <div className={`${ui.row} ${field.labelRow}`}>
          <p className={field.label}>Blocks</p>
          <Count length={values.blocks.length} max={maxBlocks} />
        </div>
        <Blocks form={form} />
      </div>
    </>
  )
}
