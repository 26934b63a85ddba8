// What a page is made of: notices, badges, lists, dialogs and toasts.
import { useState } from 'react'
import { Alert } from '../ui/alert.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { TextField } from '../ui/field.tsx'
import { Pager } from '../ui/pager.tsx'
import { Row, Table, useSelection } from '../ui/table.tsx'
import { toast } from '../ui/toast.tsx'
import * as styles from './ui.module.css'

const kinds = ['notice', 'success', 'error'] as const
const rows = ['First', 'Second', 'Third']
const columns = [{ label: 'Title' }, { label: 'Status' }]

export function NoticeStates() {
  const [dismissed, setDismissed] = useState(false)
  return (
    <>
      {kinds.map((kind) => (
        <Alert key={kind} kind={kind} role="note">
          A message of the kind {kind}.
        </Alert>
      ))}
      {!dismissed && (
        <Alert role="note" onDismiss={() => setDismissed(true)}>
          A message that can be dismissed.
        </Alert>
      )}
      <div className={styles.row}>
        <Badge look="ok">Published</Badge>
        <Badge look="draft">Draft</Badge>
        <Badge look="due">Not replied</Badge>
      </div>
      <Empty text="There is nothing here yet.">
        <Button variant="secondary" size="sm">
          Add one
        </Button>
      </Empty>
    </>
  )
}

export function TableStates() {
  const selection = useSelection(rows)
  const [page, setPage] = useState(2)
  return (
    <>
      <Table label="Rows" columns={columns} isEmpty={false} empty="" selection={selection}>
        {rows.map((title) => (
          <Row
            key={title}
            selected={selection.has(title)}
            selectLabel={`Select ${title}`}
            onSelect={() => selection.toggle(title)}
          >
            <td>{title}</td>
            <td>
              <Badge look="ok">Published</Badge>
            </td>
          </Row>
        ))}
      </Table>
      <Table label="No rows" columns={columns} isEmpty empty="Nothing found.">
        {null}
      </Table>
      <Pager page={page} totalPages={3} onPage={setPage} />
    </>
  )
}

export function DialogStates() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className={styles.row}>
      <Button onClick={() => setOpen('dialog')}>Open a dialog</Button>
      <Button variant="danger-outline" onClick={() => setOpen('confirm')}>
        Open a confirmation
      </Button>
      <Button variant="secondary" onClick={() => toast('It is saved.')}>
        Show a toast
      </Button>
      <Button variant="secondary" onClick={() => toast('It could not be saved.', { kind: 'error' })}>
        Show an error
      </Button>
      <Dialog
        title="A dialog"
        open={open === 'dialog'}
        onClose={close}
        form={{
          onSubmit: (event) => {
            event.preventDefault()
            close()
          },
        }}
        footer={
          <>
            <Button variant="quiet" size="sm" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" size="sm">
              Save
            </Button>
          </>
        }
      >
        <TextField label="Name" hint="Shown to visitors." />
      </Dialog>
      <Confirm
        title="Delete this row?"
        open={open === 'confirm'}
        confirmLabel="Delete"
        onConfirm={close}
        onCancel={close}
      >
        It cannot be brought back.
      </Confirm>
    </div>
  )
}
