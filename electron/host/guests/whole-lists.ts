import type { GuestRow } from '#contract/guests/guests.ts'
import type { Connection } from '#platform/connection.ts'
import type { CallResult } from '#platform/call/failure.ts'
import { everyLoyaltyClient } from '#platform/lists.ts'
import type { LoyaltyClientRow } from '#domain/guests/guest.ts'

/** More guests than that are not read to sort them: it is five requests. */
export const mostSorted = 5_000
/** So long a list that was read is good for turning its pages (ms). */
const keptMs = 60_000

/** Every guest that a search lets through. */
export interface WholeList {
  guests: readonly GuestRow[]
  leftOut: number
}

/** What the platform is asked for. */
export interface ListFilter {
  search?: string
  status?: string
}

/**
 * Whole lists of guests, since the platform sorts by joining alone. The last one stays in memory for a minute, so that its
 * pages can be turned, and nowhere else.
 */
export interface WholeLists {
  /** Null where there are too many, or the list moved while it was read: then nobody has all of them. */
  read(connection: Connection, filter: ListFilter): Promise<CallResult<WholeList | null>>
  /** Lets go of one that is older than a minute, or of any. */
  forget(which: 'old' | 'any'): void
}

async function readAll(
  connection: Connection,
  filter: ListFilter,
  view: (client: LoyaltyClientRow) => GuestRow,
): Promise<CallResult<WholeList | null>> {
  const guests: GuestRow[] = []
  const tooMany = { ok: true, value: null, answeredAt: null } as const
  for await (const step of everyLoyaltyClient(connection, filter)) {
    if (!step.ok) return step
    for (const client of step.value) guests.push(view(client))
    if (Math.max(step.progress.totalCount ?? 0, guests.length) > mostSorted) return tooMany
    if (step.complete === false) return tooMany
    if (step.complete === true)
      return { ...step, value: { guests, leftOut: step.progress.leftOut } }
  }
  return tooMany
}

/** `now` in milliseconds that only go forward. */
export function createWholeLists(
  now: () => number,
  view: (client: LoyaltyClientRow) => GuestRow,
): WholeLists {
  let last: { key: string; at: number; list: ReturnType<WholeLists['read']> } | null = null
  return {
    read(connection, filter) {
      const key = JSON.stringify(filter)
      if (last?.key === key && now() - last.at < keptMs) return last.list
      const mine = { key, at: now(), list: readAll(connection, filter, view) }
      last = mine
      void mine.list.then(({ ok }) => {
        // The next one asks again.
        if (!ok && last === mine) last = null
      })
      return mine.list
    },
    forget(which) {
      if (last !== null && (which === 'any' || now() - last.at >= keptMs)) last = null
    },
  }
}
