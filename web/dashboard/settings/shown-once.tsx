// A secret that is shown once, with a button that copies it.
import { Alert } from '../../ui/alert.tsx'
import { CopyCode } from '../../ui/copy-code.tsx'
import * as styles from './shown-once.module.css'

/** @param label what it is, for screen readers */
export function ShownOnce({ text, label, secret, onDismiss }: Props) {
  return (
    <div className={styles.shown}>
      <Alert kind="success" onDismiss={onDismiss}>
        {text}
      </Alert>
      <CopyCode label={label} code={secret} />
    </div>
  )
}

interface Props {
  text: string
  label: string
  secret: string
  onDismiss: () => void
}
