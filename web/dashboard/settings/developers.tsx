// What developers need of the settings, in a fold that stays as it was left; what fails inside shows on it.
import { type ReactNode, useState } from 'react'
import { inBrowser } from '../../storage.ts'
import { Button, ButtonLink, buttonClass } from '../../ui/button.tsx'
import * as ui from '../../ui/primitives.module.css'
import * as rows from '../lists/admin-list.module.css'
import { Fold } from '../lists/fold.tsx'
import { useAccessTokens } from './access-tokens.tsx'
import { SecretDialog } from './secret-list.tsx'
import * as styles from './settings.module.css'
import { useWebhooks } from './webhooks.tsx'

const storageKey = 'settings-developers'

export function Developers() {
  const webhooks = useWebhooks()
  const tokens = useAccessTokens()
  const lists = [
    { title: 'Webhooks', action: 'Open webhooks', text: webhooks.text, secrets: webhooks },
    { title: 'Access tokens', action: 'Open tokens', text: tokens.text, secrets: tokens },
  ]
  const [isOpen, setOpen] = useState(() => inBrowser((storage) => storage.getItem(storageKey)) === 'open')
  const [shown, setShown] = useState<string>()
  return (
    <>
      {/* Outside of the fold, as what they open, and before it, so that closing both gives the focus back in turn. */}
      {lists.map(({ title, secrets }) => (
        <SecretDialog
          key={title}
          title={title}
          size="l"
          secrets={secrets}
          isOpen={shown === title}
          onClose={() => setShown(undefined)}
        />
      ))}
      <div className={styles.developers}>
        <Fold
          title="For developers"
          state={<>{!isOpen && webhooks.failing} Webhooks, access tokens, API description, activity</>}
          isOpen={isOpen}
          onToggle={(open) => {
            setOpen(open)
            inBrowser((storage) => storage.setItem(storageKey, open ? 'open' : 'closed'))
          }}
        >
          <ul className={rows.rows}>
            {lists.map(({ title, action, text }) => (
              <Row key={title} title={title} text={text}>
                <Button size="sm" variant="secondary" onClick={() => setShown(title)}>
                  {action}
                </Button>
              </Row>
            ))}
            <Row title="API description" text="Every path and field, for whoever writes the script.">
              <a className={buttonClass({ size: 'sm', variant: 'secondary' })} href="/api/openapi.json">
                Read it
              </a>
            </Row>
            <Row
              title="Activity"
              text="Who signed in, changed, deleted or exported what, in the last 180 days."
            >
              <ButtonLink size="sm" variant="secondary" to="/dashboard/activity">
                Show activity
              </ButtonLink>
            </Row>
          </ul>
        </Fold>
      </div>
    </>
  )
}

function Row({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <li>
      <b>{title}</b>
      <p className={ui.hint}>{text}</p>
      {children}
    </li>
  )
}
