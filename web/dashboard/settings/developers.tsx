// What developers need of the settings, in a fold that stays as it was left; what fails inside shows on it.
import { Fragment, type ReactNode, useState } from 'react'
import { Button, ButtonLink, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ChevronIcon } from '../../ui/tool-icons.tsx'
import * as typography from '../../ui/typography.module.css'
import { useAccessTokens } from './access-tokens.tsx'
import * as styles from './settings.module.css'
import { useWebhooks } from './webhooks.tsx'

const storageKey = 'settings-developers'

/** @returns undefined where the storage of this browser is blocked or full */
function inBrowser<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(localStorage)
  } catch {
    return undefined
  }
}

export function Developers() {
  const webhooks = useWebhooks()
  const lists = [
    { title: 'Webhooks', action: 'Open webhooks', ...webhooks },
    { title: 'Access tokens', action: 'Open tokens', ...useAccessTokens() },
  ]
  const [isOpen, setOpen] = useState(() => inBrowser((storage) => storage.getItem(storageKey)) === 'open')
  const [shown, setShown] = useState<string>()
  const close = () => setShown(undefined)
  return (
    <>
      {/* Outside of the fold, as what they open, and before it, so that closing both gives the focus back in turn. */}
      {lists.map(({ title, list, dialogs }) => (
        <Fragment key={title}>
          {dialogs}
          {shown === title && (
            <Dialog
              title={title}
              size="l"
              onClose={close}
              footer={
                <Button size="sm" variant="quiet" onClick={close}>
                  Close
                </Button>
              }
            >
              {list}
            </Dialog>
          )}
        </Fragment>
      ))}
      <details
        className={styles.fold}
        open={isOpen}
        onToggle={({ currentTarget: { open } }) => {
          setOpen(open)
          inBrowser((storage) => storage.setItem(storageKey, open ? 'open' : 'closed'))
        }}
      >
        <summary>
          <ChevronIcon />
          <h2>For developers</h2>
          <span className={typography.meta}>
            {!isOpen && webhooks.failing} <span>Webhooks, access tokens, API description, activity</span>
          </span>
        </summary>
        <ul>
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
      </details>
    </>
  )
}

function Row({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <li>
      <b>{title}</b>
      <p>{text}</p>
      {children}
    </li>
  )
}
