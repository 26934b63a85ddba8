// Asks before what was typed is thrown away. Rendered before its dialog, so that closing both gives the focus back in turn.
import { Confirm } from '../ui/confirm.tsx'

type Props = { onDiscard: () => void; onStay: () => void }

export function Discard({ onDiscard, onStay }: Props) {
  return (
    <Confirm title="Discard changes?" confirmLabel="Discard" onConfirm={onDiscard} onCancel={onStay}>
      What you entered has not been saved.
    </Confirm>
  )
}
