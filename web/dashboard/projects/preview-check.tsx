// What the server found out about a project's preview: a badge, which opens the help on it, and a check at once.
import { type ReactNode, useState } from 'react'
import { checkPreview, reasonOf } from '../../../contract/preview-check.ts'
import type { PreviewCheck, PreviewState, Project } from '../../../contract/responses/projects.ts'
import { call } from '../../call.ts'
import { Badge, type BadgeLook } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyCode } from '../../ui/copy-code.tsx'
import * as ui from '../../ui/primitives.module.css'
import { classes } from '../../ui/styles.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { CheckAgainIcon, ChevronIcon } from '../../ui/tool-icons.tsx'
import { refresh } from '../lists/admin-queries.ts'
import { useAction } from '../lists/dialogs.tsx'
import { Time } from '../lists/times.tsx'
import { framingLines } from './framing-lines.ts'
import * as styles from './project-list.module.css'

const withImage = "Visitors see the project's image and a link to the live site instead."

/** The badge, and the title and text of the help; the text follows the reason. */
const states: Record<PreviewState, { look: BadgeLook; word: string; title: string; text: string }> = {
  unchecked: {
    look: 'wait',
    word: 'Not checked',
    title: 'Not checked',
    text: 'The server checks a project when it is saved, then daily.',
  },
  allowed: {
    look: 'ok',
    word: 'Shown live',
    title: 'This site is shown live',
    text: 'It allows this site to show it.',
  },
  forbidden: {
    look: 'due',
    word: 'Cannot be framed',
    title: 'This site forbids being shown inside another page',
    text: withImage,
  },
  dead: {
    look: 'bad',
    word: 'Does not respond',
    title: 'This site does not respond',
    text: `${withImage} Its URL may have changed.`,
  },
  unencrypted: {
    look: 'due',
    word: 'Not encrypted',
    title: 'This site is not encrypted',
    text: `Browsers do not show it inside this site. ${withImage} If it can be reached by https, save the project with a URL that begins with https.`,
  },
  unknown: {
    look: 'wait',
    word: 'Not known',
    title: 'The server cannot tell',
    text: 'Visitors see the site where their browser can show it. If it cannot, choose the image for this project.',
  },
}

const ownPage = {
  title: 'This page is shown live',
  text: 'It is a page of this server, which checks other sites only.',
}

export const helpId = (id: string) => `preview-${id}`

type Props = { project: Project; check: PreviewCheck }
type BadgeProps = Props & {
  isOpen: boolean
  onToggle: () => void
  /** Id of the element with the help. */
  controls: string
}

export function CheckBadge({ project, check }: Props) {
  const { look, word } = states[check.state]
  // A dead link is wrong in either mode; everything else about the site matters only where it is shown.
  const isImage = project.preview === 'image' && check.state !== 'dead'
  return <Badge look={isImage ? 'draft' : look}>{isImage ? 'Shown as image' : word}</Badge>
}

export function PreviewBadge({ project, check, isOpen, onToggle, controls }: BadgeProps) {
  return (
    <button
      type="button"
      className={`${ui.row} ${styles.button}`}
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      onClick={onToggle}
    >
      <CheckBadge project={project} check={check} />
      <ChevronIcon size="s" />
    </button>
  )
}

/** Below a project in the list. */
export function PreviewHelp({ project, check }: Props) {
  return (
    <tr className={styles.row} id={helpId(project.id)}>
      <td colSpan={8}>
        <HelpText project={project} check={check}>
          {check.checkedAt && (
            <p className={ui.meta}>
              Checked <Time iso={check.checkedAt} />. Daily, and when you save.
            </p>
          )}
          <CheckAgain id={project.id} name={project.pname} />
        </HelpText>
      </td>
    </tr>
  )
}

/** In the edit dialog. Of the project as it is stored, whatever the form says now. */
export function CheckedPreview({ project, check }: Props) {
  const [isOpen, setOpen] = useState(false)
  const isUnchecked = check.state === 'unchecked'
  const id = `${helpId(project.id)}-edited`
  return (
    <div>
      <div className={ui.cluster}>
        <PreviewBadge
          project={project}
          check={check}
          isOpen={isOpen}
          onToggle={() => setOpen(!isOpen)}
          controls={id}
        />
        <span className={ui.meta}>
          {check.checkedAt && (
            <>
              Checked <Time iso={check.checkedAt} />
            </>
          )}
          {isUnchecked && 'Checked when you save'}
        </span>
        <CheckAgain inLine id={project.id} name={project.pname} isFirst={isUnchecked} />
      </div>
      {isOpen && (
        <div id={id}>
          <HelpText isNarrow project={project} check={check} />
        </div>
      )}
    </div>
  )
}

type HelpProps = Props & { isNarrow?: boolean; children?: ReactNode }

function HelpText({ project, check, isNarrow, children }: HelpProps) {
  const { state, reason, detail, checkedAt } = check
  const { title, text } = state === 'allowed' && checkedAt === null ? ownPage : states[state]
  const isForbidden = state === 'forbidden'
  return (
    <div className={classes(styles.help, isNarrow && styles.narrow)}>
      <div>
        <h2>{title}</h2>
        <p>
          {reasonOf(check)} {text}
          {/* Browsers ignore X-Frame-Options next to a policy; of several policies each must allow it. */}
          {isForbidden &&
            (reason === 'frame-ancestors'
              ? ' If the site is yours, put this line in the place of the one that sets frame-ancestors now.'
              : ' If the site is yours, add this line to it.')}
        </p>
        {project.preview === 'image' && <p>This project is set to show its image.</p>}
        {children}
      </div>
      {isForbidden && (
        <div>
          <Tabs
            label="Where the site runs"
            tabs={framingLines(location.origin, detail).map(({ platform, where, code }) => ({
              name: platform,
              panel: (
                <>
                  <p className={ui.meta}>{where}</p>
                  <CopyCode key={platform} label={`the line for ${platform}`} code={code} />
                </>
              ),
            }))}
          />
        </div>
      )}
    </div>
  )
}

type CheckProps = {
  id: string
  /** Of the project. */
  name: string
  /** Before the first check. */
  isFirst?: boolean
  /** Without a frame, within a line. */
  inLine?: boolean
  onChecked?: (check: PreviewCheck) => void
}

/** A button that checks a project's site at once, and says what came of it. */
export function CheckAgain({ id, name, isFirst, inLine, onChecked }: CheckProps) {
  const [outcome, setOutcome] = useState<ReactNode>()
  const { run, busy } = useAction({ show: (_, text) => setOutcome(text) }, async () => {
    const { check } = await call(checkPreview, { params: { id } })
    onChecked?.(check)
    await refresh('projects')
    return `Checked now: ${states[check.state].word}.`
  })
  const label = isFirst ? 'Check now' : 'Check again'
  return (
    <div className={ui.cluster}>
      <Button
        variant={inLine ? 'quiet' : 'secondary'}
        size="sm"
        className={inLine ? ui.link : styles.checkAgainButton}
        busy={busy}
        aria-label={busy ? undefined : `${label}: ${name}`}
        onClick={() => run()}
      >
        {!inLine && <CheckAgainIcon size="s" />}
        {busy ? 'Checking...' : label}
      </Button>
      <p role="status">{outcome}</p>
    </div>
  )
}
