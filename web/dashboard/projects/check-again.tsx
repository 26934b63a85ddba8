// A button that checks a project's site at once, and says what came of it.

import { useMutation } from '@tanstack/react-query'
import { checkPreview } from '../../../contract/preview-check.ts'
import type { PreviewCheck } from '../../../contract/responses/projects.ts'
import { call, messageOf } from '../../call.ts'
import { Button } from '../../ui/button.tsx'
import * as layout from '../../ui/layout.module.css'
import { CheckAgainIcon } from '../../ui/tool-icons.tsx'
import * as typography from '../../ui/typography.module.css'
import { useRefresh } from '../lists/admin-queries.ts'
import * as styles from './items.module.css'
import { stateText } from './preview-badge.tsx'

type Props = {
  id: string
  /** Of the project. */
  name: string
  /** Before the first check. */
  isFirst?: boolean
  /** Without a frame, within a line. */
  inLine?: boolean
  onChecked?: (check: PreviewCheck) => void
}

export function CheckAgain({ id, name, isFirst, inLine, onChecked }: Props) {
  const refresh = useRefresh()
  const checking = useMutation({
    mutationFn: () => call(checkPreview, { params: { id } }),
    onSuccess: async ({ check }) => {
      onChecked?.(check)
      await refresh('items')
    },
  })
  const { isPending, data, error } = checking
  const label = isFirst ? 'Check now' : 'Check again'
  return (
    <div className={layout.cluster}>
      <Button
        variant={inLine ? 'quiet' : 'secondary'}
        size="sm"
        className={inLine ? typography.link : styles.checkAgainButton}
        busy={isPending}
        aria-label={isPending ? undefined : `${label}: ${name}`}
        onClick={() => checking.mutate()}
      >
        {!inLine && <CheckAgainIcon size="s" />}
        {isPending ? 'Checking...' : label}
      </Button>
      <p role="status">
        {data && `Checked now: ${stateText(data.check)}.`}
        {error && messageOf(error)}
      </p>
    </div>
  )
}
