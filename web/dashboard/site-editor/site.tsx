// The site editor: the texts of the public pages, kept as changes in this browser until they are published.

import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { ResponseOf } from '../../../contract/call.ts'
import { siteSections } from '../../../contract/site.ts'
import { readSite } from '../../../contract/site-calls.ts'
import { useBrand } from '../../brand.ts'
import { call } from '../../call.ts'
import { defer, useDeferred } from '../../deferred.ts'
import { staysInPlace } from '../../hydration/scroll-positions.ts'
import { type MetaArgs, pageMeta, titled } from '../../page-meta.ts'
import { useSiteStyle } from '../../site-style.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/field.tsx'
import * as layout from '../../ui/layout.module.css'
import * as notice from '../../ui/notice.module.css'
import { Alert, Empty } from '../../ui/notice.tsx'
import { compact } from '../../ui/styles.ts'
import { Tabs } from '../../ui/tabs.tsx'
import * as typography from '../../ui/typography.module.css'
import * as heading from '../header.module.css'
import * as lists from '../lists/admin-list.module.css'
import { useLogged } from '../lists/admin-queries.ts'
import { SaveBar } from '../lists/save-bar.tsx'
import type { Route } from './+types/site'
import * as styles from './site.module.css'
import { ColourSection } from './site-colour.tsx'
import { type SiteEdit, sectionNames, useSiteEdit } from './site-edit.ts'
import { SitePreview, useDraftView } from './site-preview.tsx'
import {
  AboutSection,
  ContactSection,
  HeroSection,
  LinksSection,
  NameSection,
  SearchSection,
  ServicesSection,
  SkillsSection,
  StatsSection,
} from './site-sections.tsx'
import { SliderSection } from './site-slides.tsx'
import { SiteVersions } from './site-versions.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta({ title: titled('Site', matches), noindex: true })
}

export function clientLoader() {
  return { stored: defer(call(readSite)) }
}

/** What the editor has is newer, also after publishing. */
export const shouldRevalidate = () => false

export default function Site({ loaderData }: Route.ComponentProps) {
  const { data, error } = useDeferred(loaderData.stored)
  useLogged(error, 'Site')
  if (data) return <Editor stored={data} />
  return (
    <>
      <div className={heading.head}>
        <h1 className={heading.title}>Site</h1>
      </div>
      {error ? (
        <Empty text="The site could not be loaded." role="alert">
          <Button variant="secondary" onClick={() => location.reload()}>
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
  const [isDiscarding, setDiscarding] = useState(false)
  const { live, content, errors, change, changed } = edit
  const section = { errors, change }
  useSiteStyle(useBrand()?.hero.measures, live.content.colour.accent)
  const { delivered } = stored
  const draft = useDraftView(content)
  const drawn = draft.view?.drawn
  const { isCompact, ...whole } = useViewer()
  const lastField = useRef<HTMLElement | null>(null)
  // Where it was before the button was pressed.
  useEffect(() => {
    if (whole.isOpen) return () => lastField.current?.focus()
  }, [whole.isOpen])
  const isChanged = changed.length > 0
  // The bar of unpublished changes has come, perhaps over the field that is being typed in.
  useEffect(() => {
    const { activeElement } = document
    if (isChanged && form.current?.contains(activeElement))
      activeElement?.scrollIntoView({ block: 'nearest' })
  }, [isChanged])
  const viewer = (
    <Tabs
      label="Preview and versions"
      tabs={[
        {
          name: 'Preview',
          panel: <SitePreview {...draft} isChanged={isChanged} />,
        },
        { name: 'Versions', panel: <SiteVersions edit={edit} delivered={delivered} /> },
      ]}
    />
  )
  const previewButton = (
    <Button
      variant="secondary"
      size="sm"
      className={isChanged ? `${lists.quiet} ${lists.whole}` : undefined}
      onClick={whole.open}
    >
      Preview
    </Button>
  )
  return (
    <>
      <div className={heading.head}>
        <h1 className={heading.title}>Site</h1>
        <p className={typography.meta}>
          {live.publishedAt
            ? `Live version: ${minute.format(new Date(live.publishedAt))}`
            : 'Live version: as installed'}
        </p>
      </div>
      {edit.merged && (
        <div className={notice.notice}>
          <Alert>{edit.merged}</Alert>
        </div>
      )}
      {edit.isRestored && edit.savedAt && (
        <div className={notice.notice}>
          <Alert role="status">
            Your changes of {minute.format(new Date(edit.savedAt))} are back in the form. They are not
            published.
          </Alert>
        </div>
      )}
      <div className={styles.site}>
        <Sections changed={changed} />
        <form
          ref={form}
          method="post"
          noValidate
          aria-label="Site"
          onFocus={({ target }) => {
            lastField.current = target
          }}
          onSubmit={(event) => {
            event.preventDefault()
            void edit.publish(form.current)
          }}
        >
          <NameSection value={content.name} mark={drawn?.mark} {...section} />
          <HeroSection value={content.hero} {...section} />
          <StatsSection value={content.stats} {...section} />
          <ServicesSection value={content.services} {...section} />
          <SkillsSection value={content.skills} {...section} />
          <SliderSection value={content.slider} delivered={delivered} {...section} />
          <AboutSection value={content.about} delivered={delivered} {...section} />
          <ContactSection value={content.contact} {...section} />
          <LinksSection value={content.links} {...section} />
          <SearchSection content={content} view={draft.view} {...section} />
          <ColourSection value={content.colour} {...section} />
        </form>
        {!isCompact && (
          <aside className={styles.viewer} aria-label="Preview and versions">
            {viewer}
          </aside>
        )}
      </div>
      {isChanged && (
        <SaveBar
          label="Unpublished changes"
          title={
            changed.length === 1 ? '1 section not published' : `${changed.length} sections not published`
          }
          actions={
            <>
              {isCompact && previewButton}
              <Button
                variant="secondary"
                size="sm"
                className={lists.quiet}
                disabled={edit.busy}
                onClick={() => setDiscarding(true)}
              >
                Discard
              </Button>
              <Button
                size="sm"
                busy={edit.busy}
                busyLabel="Publishing..."
                onClick={() => edit.publish(form.current)}
              >
                Publish
              </Button>
            </>
          }
        >
          {Object.keys(errors).length > 0
            ? 'Something is not right yet: see the marked fields.'
            : 'Kept in this browser until you publish or discard them.'}
        </SaveBar>
      )}
      {isCompact && !isChanged && <div className={styles.view}>{previewButton}</div>}
      {whole.isOpen && (
        <Dialog title="Preview" size="window" onClose={whole.close}>
          {viewer}
        </Dialog>
      )}
      {isDiscarding && (
        <Confirm
          title="Discard changes?"
          confirmLabel="Discard"
          onConfirm={() => {
            edit.discard()
            setDiscarding(false)
          }}
          onCancel={() => setDiscarding(false)}
        >
          The form goes back to the live version.
        </Confirm>
      )}
    </>
  )
}

const minute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** Links to the sections next to the form; where there is no space, a select above it. */
export function Sections({ changed }: Pick<SiteEdit, 'changed'>) {
  return (
    <>
      <nav className={styles.sections} aria-label="Sections">
        {siteSections.map((name) => (
          <a key={name} href={`#site-${name}`}>
            {sectionNames[name]}
            {changed.includes(name) && (
              <>
                <i />
                <span className={typography.hidden}>, changed</span>
              </>
            )}
          </a>
        ))}
      </nav>
      <div className={`${styles.jump} ${layout.form}`}>
        <Select
          label="Section"
          options={siteSections.map((name) => ({
            value: `site-${name}`,
            label: changed.includes(name) ? `${sectionNames[name]} (changed)` : sectionNames[name],
          }))}
          onChange={({ target }) => document.getElementById(target.value)?.scrollIntoView()}
        />
      </div>
    </>
  )
}

/** Open is a step of the history, which Back takes and not the page with the form. */
export function useViewer() {
  const navigate = useNavigate()
  const isOpen = useSearchParams()[0].has('preview')
  const isCompact = useIsCompact()
  // The window was widened, and shows the same next to the form.
  useEffect(() => {
    if (isOpen && !isCompact) void navigate(-1)
  }, [isOpen, isCompact, navigate])
  return {
    isCompact,
    isOpen: isOpen && isCompact,
    open: () => navigate('?preview', { state: staysInPlace }),
    close: () => navigate(-1),
  }
}

function useIsCompact(): boolean {
  const [isCompact, setCompact] = useState(() => matchMedia(compact).matches)
  useEffect(() => {
    const list = matchMedia(compact)
    const change = () => setCompact(list.matches)
    list.addEventListener('change', change)
    return () => list.removeEventListener('change', change)
  }, [])
  return isCompact
}
