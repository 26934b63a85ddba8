// The marks next to the name of a project in the list.
import { useMutation } from '@tanstack/react-query'
import { featureItem } from '../../../contract/portfolio.ts'
import type { PortfolioItem } from '../../../contract/responses/projects.ts'
import type { useAlert } from '../../alerts.tsx'
import { call, messageOf } from '../../call.ts'
import { LinkIcon, StarIcon } from '../../ui/tool-icons.tsx'
import { useRefresh } from '../lists/admin-queries.ts'
import { untilDay } from './client-links.tsx'
import * as styles from './items.module.css'

export function Featured() {
  return (
    <span className={`${styles.mark} ${styles.featured}`}>
      <StarIcon />
      Featured
    </span>
  )
}

/** A client link works. */
export function SharedUntil({ iso }: { iso: string }) {
  return (
    <span className={styles.mark}>
      <LinkIcon />
      Client link until {untilDay(iso)}
    </span>
  )
}

/** @returns always the same function */
export function useFeature(alert: ReturnType<typeof useAlert>) {
  const refresh = useRefresh()
  const { mutate } = useMutation({
    mutationFn: ({ id, featured }: PortfolioItem) =>
      call(featureItem, { params: { id }, body: { featured: !featured } }),
    onSuccess: async ({ message }) => {
      alert.show('success', message)
      await refresh('items')
    },
    onError: (failure) => alert.show('error', `Failed to save: ${messageOf(failure)}`),
  })
  return mutate
}
