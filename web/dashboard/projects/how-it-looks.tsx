// How a project looks with what is in its form: its case study, or its card in the gallery, as the real page in a frame.
import { useDeferredValue, useMemo, useState } from 'react'
import { type Block, facts, previewCaseStudy } from '../../../contract/case-study.ts'
import type { Project } from '../../../contract/responses/projects.ts'
import { usePreviewOf } from '../../site/preview-frame.tsx'
import { optionsOf } from '../../ui/field.tsx'
import { useObjectUrl } from '../../ui/image-input.tsx'
import * as ui from '../../ui/primitives.module.css'
import { Segments } from '../../ui/tabs.tsx'
import { read } from '../lists/admin-queries.ts'
import { PreviewFrame, usePreviewStep } from '../site-editor/site-preview.tsx'
import { type ProjectForm, type Stored, sentBlocks } from './project-form.tsx'
import * as styles from './project-section.module.css'

/** @returns next to the form, or on small screens a button for its bar and the dialog that this opens */
export function useHowItLooks(form: ProjectForm, stored?: Stored) {
  const look = <HowItLooks form={form} stored={stored} />
  const { isCompact, button, dialog } = usePreviewStep('How it looks', look)
  return {
    ...{ button, dialog },
    aside: !isCompact && (
      <aside className={`${ui.stack} ${styles.look}`} aria-label="How it looks">
        <div className={ui.partTitle}>
          <h2>How it looks</h2>
        </div>
        {look}
      </aside>
    ),
  }
}

function HowItLooks({ form, stored }: { form: ProjectForm; stored: Stored | undefined }) {
  const { values, isChanged } = form
  const { data, failed } = useShownBlocks(values.blocks)
  const [chosen, choose] = useState<'case-study' | 'card'>('case-study')
  const page = values.blocks.length > 0 ? chosen : 'card'
  const state = isChanged ? 'Not saved yet.' : stored ? 'As saved.' : ''
  const note = values.blocks.length > 0 ? state : `${state} With blocks, the page shows here, too.`
  const image = useObjectUrl(values.pimage)
  const deferred = useDeferredValue(values)
  const shown = useMemo(() => {
    const { pname, focalX, focalY } = deferred
    const name = pname.trim() || 'Portfolio Name'
    const project = {
      ...(stored?.portfolio ?? unsaved),
      ...{ name, pname: name, Title: name, focalX, focalY },
      ...(image && { pimage: image }),
      facts: Object.fromEntries(facts.flatMap((fact) => (deferred[fact] ? [[fact, deferred[fact]]] : []))),
      caseStudy: { blocks: data?.blocks ?? [] },
    }
    return { project, page }
  }, [deferred, stored, image, data, page])
  return (
    <PreviewFrame shown={shown} failed={failed} note={note}>
      {values.blocks.length > 0 && (
        <Segments
          label="What"
          className={styles.what}
          value={page}
          options={optionsOf({ 'case-study': 'Page', card: 'Card' })}
          onChoose={choose}
        />
      )}
    </PreviewFrame>
  )
}

const unsaved: Project = {
  ...{ id: 'new', name: '', pname: '', Title: '', purl: '', pimage: null, focalX: 50, focalY: 0 },
  ...{ categories: [], status: 'draft', preview: 'live', opens: 'preview', createdAt: '' },
}

/** Those of the last blocks that can be shown, as pages show them. */
function useShownBlocks(blocks: readonly Block[]) {
  // What is too long is not sent: it stays that until something else is typed.
  const isGood = (sent: unknown[]) => previewCaseStudy.body.safeParse({ blocks: sent }).success
  const { view, failed } = usePreviewOf(blocks, (typed) => {
    const sent = sentBlocks(typed)
    return {
      ...read('case-study-preview', previewCaseStudy, { body: { blocks: sent } }),
      enabled: sent.length > 0 && isGood(sent),
    }
  })
  return { data: view, failed: failed || !isGood(sentBlocks(blocks)) }
}
