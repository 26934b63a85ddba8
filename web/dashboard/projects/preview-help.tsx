// The help on a project, below it in the list and in its edit dialog: what its preview shows and why, and the line that lets its site be framed.

import { type ReactNode, useState } from 'react'
import { reasonOf } from '../../../contract/preview-check.ts'
import type { PortfolioItem, PreviewCheck, PreviewState } from '../../../contract/responses/projects.ts'
import { CopyCode } from '../../ui/copy-code.tsx'
import * as layout from '../../ui/layout.module.css'
import { classes } from '../../ui/styles.ts'
import { Tabs } from '../../ui/tabs.tsx'
import * as typography from '../../ui/typography.module.css'
import { Day } from '../lists/list-parts.tsx'
import { CheckAgain } from './check-again.tsx'
import { framingLines } from './framing-lines.ts'
import * as styles from './items.module.css'
import { helpId, PreviewBadge } from './preview-badge.tsx'

const withImage = "Visitors see the project's image and a link to the live site instead."

/** After the reason. */
const texts: Record<PreviewState, { title: string; text: ReactNode }> = {
  unchecked: {
    title: 'Not checked',
    text: 'The server checks a project when it is saved, then daily.',
  },
  allowed: { title: 'This site is shown live', text: 'It allows this site to show it.' },
  forbidden: { title: 'This site forbids being shown inside another page', text: withImage },
  dead: { title: 'This site does not respond', text: `${withImage} Its URL may have changed.` },
  unencrypted: {
    title: 'This site is not encrypted',
    text: `Browsers do not show it inside this site. ${withImage} If it can be reached by https, save the project with a URL that begins with https.`,
  },
  unknown: {
    title: 'The server cannot tell',
    text: 'Visitors see the site where their browser can show it. If it cannot, choose the image for this project.',
  },
}

const ownPage = {
  title: 'This page is shown live',
  text: 'It is a page of this server, which checks other sites only.',
}
const isOwnPage = ({ state, checkedAt }: PreviewCheck) => state === 'allowed' && checkedAt === null

type Props = { item: PortfolioItem; check: PreviewCheck }

export function PreviewHelp(props: Props) {
  return (
    <tr className={styles.row} id={helpId(props.item.id)}>
      <td colSpan={8}>
        <PreviewHelpText {...props} />
      </td>
    </tr>
  )
}

/** @param isPart below a line that says when it was checked and checks again: in one column, whatever the window's width */
function PreviewHelpText({ item, check, isPart }: Props & { isPart?: boolean }) {
  const { title, text } = isOwnPage(check) ? ownPage : texts[check.state]
  const isForbidden = check.state === 'forbidden'
  return (
    <div className={classes(styles.help, isPart && styles.narrow)}>
      <div>
        <h2>{title}</h2>
        <p>
          {reasonOf(check)} {text}
          {isForbidden && ` ${advice(check)}`}
        </p>
        {item.preview === 'image' && <p>This project is set to show its image.</p>}
        {!isPart && (
          <>
            {check.checkedAt && (
              <p className={typography.meta}>
                Checked <Day iso={check.checkedAt} />. Daily, and when you save.
              </p>
            )}
            <CheckAgain id={item.id} name={item.pname} />
          </>
        )}
      </div>
      {isForbidden && (
        <div>
          <Tabs
            label="Where the site runs"
            tabs={framingLines(location.origin, check.detail).map(({ platform, where, code }) => ({
              name: platform,
              panel: (
                <>
                  <p className={typography.meta}>{where}</p>
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

/** Browsers ignore X-Frame-Options next to a policy; of several policies each must allow it. */
function advice({ reason }: PreviewCheck): string {
  return reason === 'frame-ancestors'
    ? 'If the site is yours, put this line in the place of the one that sets frame-ancestors now.'
    : 'If the site is yours, add this line to it.'
}

/** Of the project as it is stored, whatever the form says now. */
export function CheckedPreview({ item, check }: { item: PortfolioItem; check: PreviewCheck }) {
  const [isOpen, setOpen] = useState(false)
  const isUnchecked = check.state === 'unchecked'
  const id = `${helpId(item.id)}-edited`
  return (
    <div>
      <div className={layout.cluster}>
        <PreviewBadge
          item={item}
          check={check}
          isOpen={isOpen}
          onToggle={() => setOpen(!isOpen)}
          controls={id}
        />
        {check.checkedAt && (
          <span className={typography.meta}>
            Checked <Day iso={check.checkedAt} />
          </span>
        )}
        {isUnchecked && <span className={typography.meta}>Checked when you save</span>}
        <CheckAgain inLine id={item.id} name={item.pname} isFirst={isUnchecked} />
      </div>
      {isOpen && (
        <div id={id}>
          <PreviewHelpText item={item} check={check} isPart />
        </div>
      )}
    </div>
  )
}
