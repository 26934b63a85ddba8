// A list of what was created with a secret: made in a dialog, shown once, deleted.
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { PageAlert, useAlert } from '../../alerts.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyCode } from '../../ui/copy-code.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Alert } from '../../ui/notice.tsx'
import * as ui from '../../ui/primitives.module.css'
import { AddIcon } from '../../ui/tool-icons.tsx'
import { type Question, useAsk } from '../asking.tsx'
import * as lists from '../lists/admin-list.module.css'
import { useAction } from '../lists/dialogs.tsx'
import { NotLoaded } from '../lists/parts.tsx'
import * as styles from './settings.module.css'

export interface CreateProps {
  onMade: (secret: string) => void
  onClose: () => void
}

export interface RowProps<Row> {
  row: Row
  /** Says what came of a call, and reads the list again. */
  onDone: (isGood: boolean, message: string) => void
  /** Asks before the row is deleted. */
  onDelete: () => void
}

interface Props<Stored, Row> {
  query: UseQueryOptions<Stored, Error, readonly Row[], unknown[]>
  /** After a change; the list is read again otherwise. */
  refresh?: () => unknown
  /** Begins the sentence that it could not be loaded. */
  what: string
  empty: string
  /** Above the new secret, and what it is for screen readers. */
  secret: { text: string; label: string }
  note?: (hasRows: boolean) => ReactNode
  /** On the button that opens the form. */
  create: string
  /** Other buttons. */
  more?: (alert: ReturnType<typeof useAlert>) => ReactNode
  form: (props: CreateProps) => ReactNode
  row: (props: RowProps<Row>) => ReactNode
  /** Null deletes at once. */
  question: (row: Row) => Question | null
  remove: (row: Row) => Promise<{ message: string }>
}

/**
 * @returns the list, and the dialog that it opens: it has a form, so it stands outside of a dialog with the list, and before it,
 * so that closing both gives the focus back in turn
 */
export function useSecretList<Stored, Row extends { id: string }>(props: Props<Stored, Row>) {
  const { secret, more } = props
  const { data, error, refetch } = useQuery(props.query)
  const refresh = props.refresh ?? refetch
  const alert = useAlert()
  const { ask } = useAsk()
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<string>()
  const shown = useRef<HTMLDivElement>(null)
  // It comes once, and often below what is in sight. After the dialog, which gives the focus back.
  useEffect(() => {
    if (!made) return
    shown.current?.focus({ preventScroll: true })
    shown.current?.scrollIntoView({ block: 'center' })
  }, [made])
  const removal = useAction(alert, async (row: Row) => {
    const asked = props.question(row)
    if (asked) await ask(asked)
    const { message } = await props.remove(row).finally(() => void refresh())
    setMade(undefined)
    return message
  })
  const onDone = (isGood: boolean, message: string) => {
    alert.show(isGood ? 'success' : 'error', message)
    void refresh()
  }
  const hasRows = data !== undefined && data.length > 0
  const list = (
    <>
      {error && !data && <NotLoaded what={props.what} onRetry={refetch} />}
      {data?.length === 0 && <p>{props.empty}</p>}
      {hasRows && (
        <ul className={`${lists.rows} ${lists.topped}`}>
          {data.map((row) => props.row({ row, onDone, onDelete: () => removal.run(row) }))}
        </ul>
      )}
      {made && (
        <div className={styles.shown} ref={shown} tabIndex={-1}>
          <Alert kind="success" onDismiss={() => setMade(undefined)}>
            {secret.text}
          </Alert>
          <CopyCode label={secret.label} code={made} />
        </div>
      )}
      {props.note?.(hasRows)}
      <PageAlert alert={alert} />
      <div className={ui.cluster}>
        {more?.(alert)}{' '}
        <Button size="sm" variant={more ? 'quiet' : 'secondary'} onClick={() => setMaking(true)}>
          {!more && <AddIcon size="s" />}
          {props.create}
        </Button>
      </div>
    </>
  )
  const onMade = (shown: string) => {
    setMaking(false)
    alert.clear()
    setMade(shown)
    void refresh()
  }
  const dialog = isMaking && props.form({ onMade, onClose: () => setMaking(false) })
  return { list, dialog, rows: data ?? [] }
}

interface DialogProps {
  title: string
  size?: 'm' | 'l'
  /** What `useSecretList` returns. */
  secrets: { list: ReactNode; dialog: ReactNode }
  isOpen?: boolean
  onClose: () => void
}

/** The list in a dialog, and next to that what it opens. */
export function SecretDialog({ title, size, secrets, isOpen = true, onClose }: DialogProps) {
  return (
    <>
      {secrets.dialog}
      {isOpen && (
        <Dialog
          title={title}
          {...(size && { size })}
          onClose={onClose}
          footer={
            <Button size="sm" variant="quiet" onClick={onClose}>
              Close
            </Button>
          }
        >
          {secrets.list}
        </Dialog>
      )}
    </>
  )
}
