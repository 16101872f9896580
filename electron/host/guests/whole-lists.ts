import type { GuestRow } from '#contract/guests/guests.ts'
import { guestRow } from '#domain/guests/guest.ts'
import type { Connection } from '#platform/connection.ts'
import type { CallResult } from '#platform/call/failure.ts'
import { everyLoyaltyClient } from '#platform/lists.ts'
import type { Context } from '../noun.ts'

/** A longer list is not loaded for sorting: this many guests already need five requests. */
export const mostSorted = 5_000
/** How long a loaded list is reused for its other pages (ms). */
const storedMs = 60_000

/** All guests that match a filter. */
interface WholeList {
  guests: readonly GuestRow[]
  leftOut: number
}

export interface ListFilter {
  search?: string
  status?: string
}

async function readAll(
  connection: Connection,
  filter: ListFilter,
  countryCode: string,
): Promise<CallResult<WholeList | null>> {
  const guests: GuestRow[] = []
  const tooMany = { ok: true, value: null, answeredAt: null } as const
  for await (const step of everyLoyaltyClient(connection, filter)) {
    if (!step.ok) return step
    for (const client of step.value) guests.push(guestRow(client, countryCode))
    if (Math.max(step.progress.totalCount ?? 0, guests.length) > mostSorted) return tooMany
    if (step.complete === false) return tooMany
    if (step.complete === true)
      return { ...step, value: { guests, leftOut: step.progress.leftOut } }
  }
  return tooMany
}

export type WholeLists = ReturnType<typeof createWholeLists>

/**
 * Loads complete lists of guests, because the platform can only sort by the date of joining. The
 * latest list stays in memory for a minute, for its other pages, and is never stored.
 */
export function createWholeLists({ clock, countryCode }: Pick<Context, 'clock' | 'countryCode'>) {
  const now = (): number => clock.monotonic()
  let last: { key: string; at: number; list: ReturnType<typeof readAll> } | null = null
  return {
    /**
     * Null if there are too many guests, or if the list changed while it was loading, so it may be
     * incomplete.
     */
    read(connection: Connection, filter: ListFilter): ReturnType<typeof readAll> {
      const key = JSON.stringify(filter)
      if (last?.key === key && now() - last.at < storedMs) return last.list
      const mine = { key, at: now(), list: readAll(connection, filter, countryCode()) }
      last = mine
      void mine.list.then(({ ok }) => {
        // Let the next call load again.
        if (!ok && last === mine) last = null
      })
      return mine.list
    },
    /** Drops the loaded list if it is older than a minute, or in any case. */
    forget(which: 'old' | 'any'): void {
      if (last !== null && (which === 'any' || now() - last.at >= storedMs)) last = null
    },
  }
}
