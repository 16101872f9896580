import { computed, type ComputedRef } from 'vue'
import type { AppError } from '#contract/shared/result.ts'
import { useStatus } from './status.ts'

const archiveOut: AppError = { code: 'not-found', reason: 'archive-out' }

/** Why past orders may be missing from a list; null if all of them can be read. */
export function useArchiveOut(): ComputedRef<AppError | null> {
  const status = useStatus()
  return computed(() => (status.status?.archive?.isOut === true ? archiveOut : null))
}
