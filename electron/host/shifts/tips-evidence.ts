import type { CloseOut } from '#contract/shifts/shifts.ts'
import { tipsSuggestedBy } from '#domain/shifts/figures.ts'

type Suggested = ReturnType<typeof tipsSuggestedBy>

/** What past shifts suggest of where tips are: those that were closed out, and those that were read since the start. */
export interface TipsEvidence {
  put(shiftId: string, suggested: Suggested): void
  counts(): { inside: number; outside: number; neither: number }
}

export function createTipsEvidence(closeOuts: Iterable<CloseOut>): TipsEvidence {
  const found = new Map<string, Suggested>()
  for (const { shiftId, figures } of closeOuts)
    found.set(shiftId, tipsSuggestedBy(figures.all, figures.own))
  return {
    put: (shiftId, suggested) => void found.set(shiftId, suggested),
    counts() {
      const counts = { inside: 0, outside: 0, neither: 0 }
      for (const suggested of found.values()) if (suggested !== null) counts[suggested] += 1
      return counts
    },
  }
}
