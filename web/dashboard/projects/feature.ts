// Features a project, or no longer.
import { useMutation } from '@tanstack/react-query'
import type { PortfolioItem } from '../../../contract/portfolio.ts'
import { featureItem } from '../../../contract/portfolio-order.ts'
import type { useAlert } from '../../alerts.tsx'
import { call, messageOf } from '../../call.ts'
import { useRefresh } from '../lists/admin-queries.ts'

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
