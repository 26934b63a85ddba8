// A card of Settings that lists what was created with a secret: made in a dialog, shown once, deleted.

import { useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useState } from 'react'
import { PageAlert, useAlert } from '../../alerts.tsx'
import { messageOf } from '../../call.ts'
import { Button } from '../../ui/button.tsx'
import { CopyCode } from '../../ui/copy-code.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import * as layout from '../../ui/layout.module.css'
import { Alert } from '../../ui/notice.tsx'
import { classes } from '../../ui/styles.ts'
import { PlusIcon } from '../../ui/tool-icons.tsx'
import * as lists from '../lists/admin-list.module.css'
import { useLogged } from '../lists/admin-queries.ts'
import { NotLoaded } from '../lists/not-loaded.tsx'
import * as panels from './settings.module.css'

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

interface Props<Row> {
  id: string
  title: string
  isWide?: boolean
  read: (signal: AbortSignal) => Promise<readonly Row[]>
  empty: string
  secret: { text: string; label: string }
  note?: ReactNode
  /** On the button that opens the form. */
  create: string
  Form: ComponentType<CreateProps>
  Row: ComponentType<RowProps<Row>>
  deletion: {
    title: string
    label: string
    busyLabel: string
    question: (row: Row) => string
    run: (id: string) => Promise<{ message: string }>
  }
}

export function SecretList<Row extends { id: string }>(props: Props<Row>) {
  const { id, title, secret, Form, Row, deletion } = props
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', id],
    queryFn: ({ signal }) => props.read(signal),
  })
  useLogged(error, title)
  const alert = useAlert()
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<string>()
  const [deleting, setDeleting] = useState<Row>()
  const done = (isGood: boolean, message: string) => {
    alert.show(isGood ? 'success' : 'error', message)
    void refetch()
  }
  const removal = useMutation({
    mutationFn: (row: Row) => deletion.run(row.id),
    onSettled: () => setDeleting(undefined),
    onSuccess: ({ message }) => {
      setMade(undefined)
      done(true, message)
    },
    onError: (failure) => done(false, messageOf(failure)),
  })
  return (
    <section className={classes(layout.stack, panels.panel, props.isWide && lists.full)} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {error && !data && <NotLoaded what={`The ${title.toLowerCase()}`} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p>{props.empty}</p>}
      {data && data.length > 0 && (
        <ul className={lists.rows}>
          {data.map((row) => (
            <Row key={row.id} row={row} onDone={done} onDelete={() => setDeleting(row)} />
          ))}
        </ul>
      )}
      {made && <ShownOnce {...secret} secret={made} onDismiss={() => setMade(undefined)} />}
      {props.note}
      <PageAlert alert={alert} />
      <div className={layout.cluster}>
        <Button size="sm" variant="secondary" onClick={() => setMaking(true)}>
          <PlusIcon size="s" />
          {props.create}
        </Button>
      </div>
      {isMaking && (
        <Form
          onMade={(shown) => {
            setMaking(false)
            alert.clear()
            setMade(shown)
            void refetch()
          }}
          onClose={() => setMaking(false)}
        />
      )}
      {deleting && (
        <Confirm
          title={deletion.title}
          confirmLabel={deletion.label}
          busyLabel={deletion.busyLabel}
          busy={removal.isPending}
          onConfirm={() => removal.mutate(deleting)}
          onCancel={() => setDeleting(undefined)}
        >
          {deletion.question(deleting)}
        </Confirm>
      )}
    </section>
  )
}

interface ShownProps {
  text: string
  /** What it is, for screen readers. */
  label: string
  secret: string
  onDismiss: () => void
}

/** A secret with a button that copies it. */
export function ShownOnce({ text, label, secret, onDismiss }: ShownProps) {
  return (
    <div className={panels.shown}>
      <Alert kind="success" onDismiss={onDismiss}>
        {text}
      </Alert>
      <CopyCode label={label} code={secret} />
    </div>
  )
}
