// "Make it yours": what of the site is still the demo's, each with the way to the exact field; gone once nothing is.
import { type CSSProperties, useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router'
import type { Body } from '../../../contract/call.ts'
import { changeOwn, deleteDemo, type OwnLine, ownLines, restoreDemo } from '../../../contract/dashboard.ts'
import type { DashboardHome } from '../../../contract/responses/dashboard.ts'
import { call, messageOf } from '../../call.ts'
import * as bars from '../../site/home/sections.module.css'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { toast } from '../../ui/notice.tsx'
import * as ui from '../../ui/primitives.module.css'
import { DoneIcon, RingIcon } from '../../ui/tool-icons.tsx'
import { useAsk } from '../asking.tsx'
import * as lists from '../lists/admin-list.module.css'
import { refresh } from '../lists/admin-queries.ts'
import { toasts, useAction } from '../lists/dialogs.tsx'
import { counted } from '../lists/times.tsx'
import * as styles from './home.module.css'

export type Own = NonNullable<DashboardHome['own']>

const site = (field: string) => `/dashboard/site#${field}`
const settings = (panel: string) => `/dashboard/settings#${panel}`

/** What it is called, why it is open, what is done about it and where; what is done here leads nowhere. */
const lines: Record<OwnLine, readonly [title: string, text: string, action: string, to?: string]> = {
  name: ['Name and brand', 'The site is still called as in the demo.', 'Edit', site('name.brand')],
  role: ['Role line', 'The line and the figures in the hero are the demo’s.', 'Write', site('hero.line')],
  portrait: [
    'Portrait',
    'The drawing of the demo is in the hero and on About.',
    'Choose',
    site('about.portrait'),
  ],
  services: ['Services', 'Those of the demo.', 'Edit', site('services.list')],
  skills: ['Skills', 'Those of the demo, on Home and About.', 'Edit', site('skills.list')],
  about: ['About text', 'The story is somebody else’s.', 'Write', site('about.text')],
  images: ['Header picture and slides', 'Pictures of the demo are on Home.', 'Choose', site('slider.teaser')],
  projects: ['Demo projects', 'Projects that are not your work.', 'Delete the demo projects'],
  email: ['Email', 'Not set up. Messages wait in the dashboard only.', 'Set up', settings('mail')],
  backups: ['Backups', 'No copy of the site is made.', 'Set up', settings('backups')],
  legal: ['Legal pages', 'No imprint and no privacy page.', 'Write', site('legal.imprint')],
  registration: ['Registration', 'Visitors may create accounts.', 'Decide', settings('registration')],
}

export const ownCount = ({ done }: Own) => `${done.length} of ${ownLines.length} are yours`

export function useOwnChange() {
  return useAction(toasts, async (change: Body<typeof changeOwn>['change']) => {
    await call(changeOwn, { body: { change } })
    // The button goes with its line.
    if (change !== 'finish') document.getElementById('main')?.focus({ preventScroll: true })
    await refresh('projects')
  })
}

export function MakeYours({ own }: { own: Own }) {
  const { run: change, busy } = useOwnChange()
  const demo = useDemoDeletion(own.demo)
  const isOver = own.done.length === ownLines.length
  const finish = useEffectEvent(() => {
    toast('Everything here is yours now.')
    change('finish')
  })
  useEffect(() => {
    if (isOver) finish()
  }, [isOver])
  if (own.awaySince !== null || isOver) return null
  const open = ownLines.filter((line) => !own.done.includes(line))
  return (
    <section className={styles.own} aria-labelledby="make-yours">
      <div className={ui.partTitle}>
        <h2 id="make-yours" tabIndex={-1}>
          Make it yours
        </h2>
        <Button
          variant="quiet"
          size="sm"
          className={styles.away}
          disabled={busy}
          onClick={() => change('put-away')}
        >
          Put away
        </Button>
      </div>
      <div className={styles.ruler}>
        <p>{ownCount(own)}</p>
        <div className={bars.bar} style={{ '--parts': ownLines.length } as CSSProperties} aria-hidden="true">
          <i style={{ '--v': (100 * own.done.length) / ownLines.length } as CSSProperties} />
        </div>
      </div>
      <ul className={`${lists.rows} ${lists.topped} ${styles.open}`}>
        {open.map((line, at) => {
          const [title, text, action, to] = lines[line]
          const look = {
            ...({ size: 'sm', variant: at === 0 ? 'primary' : 'secondary' } as const),
            'aria-label': `${title}: ${action}`,
          }
          return (
            <li key={line}>
              <RingIcon />
              <p>
                <b>{title}</b>
                <span className={ui.meta}>
                  {line === 'projects' ? `${counted(own.demo.length, 'project')} not yours.` : text}
                </span>
              </p>
              <div className={ui.row}>
                {line === 'legal' && (
                  <Button
                    variant="quiet"
                    size="sm"
                    aria-label={`${title}: Not needed`}
                    onClick={() => change('no-legal-pages')}
                  >
                    Not needed
                  </Button>
                )}
                {to ? (
                  <ButtonLink {...look} to={to}>
                    {action}
                  </ButtonLink>
                ) : (
                  <Button {...look} busy={demo.busy} onClick={demo.run}>
                    {action}
                  </Button>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      {own.done.length > 0 && (
        <ul className={`${ui.columns} ${styles.done}`} aria-label="Yours">
          {own.done.map((line) => {
            const [title, , , to] = lines[line]
            return (
              <li key={line} className={ui.row}>
                <DoneIcon />
                {to ? <Link to={to}>{title}</Link> : title}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}

/** Asks, deletes, and offers to load them again. */
function useDemoDeletion(names: readonly string[]) {
  const { ask } = useAsk()
  const { run, busy } = useAction(toasts, async () => {
    const count = counted(names.length, 'project')
    await ask({
      title: `Delete ${count.replace(' ', ' demo ')}?`,
      confirmLabel: `Delete ${count}`,
      children: `${listed(names)} leave the site and the dashboard, with their images. Projects that you added or changed stay.`,
    })
    const { message, projects } = await call(deleteDemo)
    const undo = () =>
      call(restoreDemo, { body: { projects } })
        .then(({ message }) => toast(message))
        .catch((failure) => toast(messageOf(failure), { kind: 'error' }))
        .finally(() => refresh('projects'))
    toast(message, { action: { label: 'Undo', run: () => void undo() } })
    await refresh('projects')
    // The button has gone with its line; whoever has moved on in the meantime stays there.
    if (document.activeElement === document.body) document.getElementById('make-yours')?.focus()
  })
  return { run: () => run(), busy }
}

function listed(names: readonly string[]): string {
  const [shown, more] = [names.slice(0, 3), names.length - 3]
  if (more > 0) return `${shown.join(', ')} and ${more} more`
  return new Intl.ListFormat('en').format(shown)
}
