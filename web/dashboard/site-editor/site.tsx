// The site editor: the texts of the public pages, kept as changes in this browser until they are published.

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ResponseOf } from '../../../contract/call.ts'
import { type SiteSection, siteSections } from '../../../contract/site.ts'
import { type PreviewPage, readSite } from '../../../contract/site-calls.ts'
import { privateMeta } from '../../page-meta.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { Empty } from '../../ui/notice.tsx'
import * as ui from '../../ui/primitives.module.css'
import { Tabs } from '../../ui/tabs.tsx'
import { useAsk } from '../asking.tsx'
import * as lists from '../lists/admin-list.module.css'
import { read } from '../lists/admin-queries.ts'
import { toasts, useAction } from '../lists/dialogs.tsx'
import { PageHead, PageNotice } from '../lists/parts.tsx'
import { counted, minuteText } from '../lists/times.tsx'
import { useUploads } from '../project-images/uploads.tsx'
import * as styles from './site.module.css'
import { Control, homeState } from './site-controls.tsx'
import { type SiteEdit, type SiteForm, useSiteEdit } from './site-edit.ts'
import { pathOf, sections } from './site-fields.ts'
import { pageOf, SitePreview, useDraftView, usePreviewStep } from './site-preview.tsx'
import { SiteVersions } from './site-versions.tsx'

export const meta = privateMeta('Site')

export default function Site() {
  const { data, error, refetch } = useQuery({
    ...read('site', readSite),
    // What the editor has is newer; whoever comes back begins with what is live then.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (data) return <Editor stored={data} />
  return (
    <>
      <PageHead title="Site" />
      {error ? (
        <Empty text="The site could not be loaded." role="alert">
          <Button variant="secondary" onClick={() => void refetch()}>
            Retry
          </Button>
        </Empty>
      ) : (
        <p role="status">Loading the site...</p>
      )}
    </>
  )
}

function Editor({ stored }: { stored: ResponseOf<typeof readSite> }) {
  const edit = useSiteEdit(stored)
  const form = useRef<HTMLFormElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const { ask } = useAsk()
  const discard = useAction(toasts, async () => {
    const children = 'The form goes back to the live version.'
    await ask({ title: 'Discard changes?', confirmLabel: 'Discard', children })
    edit.discard()
  })
  const { live, content, errors, changed } = edit
  const uploads = useUploads()
  const draft = useDraftView(content)
  const [page, setPage] = useState<PreviewPage>('home')
  const showPageOf = (field: Element) =>
    setPage((now) => pageOf(field.closest<HTMLElement>('[data-arrival]')?.dataset.arrival) ?? now)
  const site = { ...edit, delivered: stored.delivered, view: draft.view, uploads }
  const isChanged = changed.length > 0
  const wasChanged = useRef(isChanged)
  useEffect(() => {
    const { activeElement, body } = document
    // The bar of unpublished changes has come, perhaps over the field that is being typed in.
    if (isChanged && activeElement !== form.current && form.current?.contains(activeElement))
      activeElement?.scrollIntoView({ block: 'nearest' })
    // It has gone, with the button that was pressed in it.
    if (!isChanged && wasChanged.current && activeElement === body)
      form.current?.focus({ preventScroll: true })
    wasChanged.current = isChanged
  }, [isChanged])
  // Whoever presses Publish looks at the foot of the page.
  useEffect(() => {
    if (edit.conflicts === 0) return
    notice.current?.focus({ preventScroll: true })
    notice.current?.scrollIntoView({ block: 'center' })
  }, [edit.conflicts])
  const viewer = (
    <Tabs
      label="Preview and versions"
      tabs={[
        {
          name: 'Preview',
          panel: <SitePreview {...draft} page={page} onPage={setPage} isChanged={isChanged} />,
        },
        { name: 'Versions', panel: <SiteVersions {...site} /> },
      ]}
    />
  )
  const preview = usePreviewStep('Preview', viewer)
  return (
    <>
      <PageHead title="Site">
        <p className={ui.meta}>
          Live version: {live.publishedAt ? minuteText(live.publishedAt) : 'as installed'}
        </p>
      </PageHead>
      {edit.merged && (
        <div ref={notice} tabIndex={-1}>
          <PageNotice>{edit.merged}</PageNotice>
        </div>
      )}
      {edit.restoredFrom && isChanged && (
        <PageNotice role="status">
          Your changes of {minuteText(edit.restoredFrom)} are back in the form. They are not published.
        </PageNotice>
      )}
      <div className={styles.site} ref={uploads.place}>
        <Sections changed={changed} />
        {/* Without a button that submits it, and with many fields, Enter publishes nothing. */}
        <form ref={form} tabIndex={-1} aria-label="Site" onFocus={({ target }) => showPageOf(target)}>
          {siteSections.map((name) => (
            <Section key={name} name={name} form={site} />
          ))}
        </form>
        {!preview.isCompact && (
          <aside className={styles.viewer} aria-label="Preview and versions">
            {viewer}
          </aside>
        )}
      </div>
      {isChanged && (
        <section className={`${ui.row} ${lists.saveBar}`} aria-label="Unpublished changes">
          <p>
            <b>{counted(changed.length, 'section')} not published</b>
            <span>
              {Object.keys(errors).length > 0
                ? 'Something is not right yet: see the marked fields.'
                : 'Kept in this browser until you publish or discard them.'}
            </span>
          </p>
          {preview.button}
          <Button
            variant="secondary"
            size="sm"
            className={lists.quiet}
            disabled={edit.busy || uploads.busy}
            onClick={() => discard.run()}
          >
            Discard
          </Button>
          <Button
            size="sm"
            busy={edit.busy || uploads.busy}
            busyLabel={uploads.busy ? 'Uploading...' : 'Publishing...'}
            onClick={() => edit.publish(form.current)}
          >
            Publish
          </Button>
        </section>
      )}
      {preview.button && !isChanged && <div className={`${ui.row} ${styles.view}`}>{preview.button}</div>}
      {preview.dialog}
      {uploads.leaving}
    </>
  )
}

/** Links to the sections next to the form; where there is no space, a select above it. */
function Sections({ changed }: Pick<SiteEdit, 'changed'>) {
  return (
    <>
      <nav className={styles.sections} aria-label="Sections">
        {siteSections.map((name) => (
          <a key={name} className={ui.row} href={`#site-${name}`}>
            {sections[name].title}
            {changed.includes(name) && (
              <>
                <i />
                <span className={ui.hidden}>, changed</span>
              </>
            )}
          </a>
        ))}
      </nav>
      <div className={`${ui.form} ${ui.compactOnly}`}>
        <Select
          label="Section"
          options={siteSections.map((name) => ({
            value: `site-${name}`,
            label: changed.includes(name) ? `${sections[name].title} (changed)` : sections[name].title,
          }))}
          onChange={({ target }) => document.getElementById(target.value)?.scrollIntoView()}
        />
      </div>
    </>
  )
}

function Section({ name, form }: { name: SiteSection; form: SiteForm }) {
  const { title, lines } = sections[name]
  return (
    <section className={styles.section} id={`site-${name}`} aria-labelledby={`site-${name}-title`}>
      <div className={ui.partTitle}>
        <h2 id={`site-${name}-title`}>{title}</h2>
        {name === 'home' && <p className={ui.meta}>{homeState(form.content)}</p>}
      </div>
      <div className={`${ui.stack} ${styles.fields}`}>
        {lines.map((line) => (
          <div key={line[0]?.key} className={line.length > 1 ? ui.columns : ui.contents}>
            {line.map((field) => (
              <div key={field.label} className={ui.contents} data-arrival={pathOf(name, field)}>
                <Control field={field} around={name} form={form} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </section>
  )
}
