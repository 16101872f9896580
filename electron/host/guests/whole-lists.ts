import type { GuestRow } from '#contract/guests/guests.ts'
import { guestRow } from '#domain/guests/guest.ts'
import type { Connection } from '#platform/connection.ts'
import type { CallResult } from '#platform/call/failure.ts'
import { everyLoyaltyClient } from '#platform/lists.ts'
import type { Context } from '../noun.ts'

/** More guests than that are not read to sort them: it is five requests. */
export const mostSorted = 5_000
/** So long a list that was read is good for turning its pages (ms). */
const storedMs = 60_000

/** Every guest that a search lets through. */
interface WholeList {
  guests: readonly GuestRow[]
  leftOut: number
}

/** What the platform is asked for. */
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
 * Whole lists of guests, since the platform sorts by joining alone. The last one stays in memory for a minute, so that its
 * pages can be turned, and nowhere else.
 */
export function createWholeLists({ clock, countryCode }: Pick<Context, 'clock' | 'countryCode'>) {
  const now = (): number => clock.monotonic()
  let last: { key: string; at: number; list: ReturnType<typeof readAll> } | null = null
  return {
    /** Null where there are too many, or the list moved while it was read: then nobody has all of them. */
    read(connection: Connection, filter: ListFilter): ReturnType<typeof readAll> {
      const key = JSON.stringify(filter)
      if (last?.key === key && now() - last.at < storedMs) return last.list
      const mine = { key, at: now(), list: readAll(connection, filter, countryCode()) }
      last = mine
      void mine.list.then(({ ok }) => {
        // The next one asks again.
        if (!ok && last === mine) last = null
      })
      return mine.list
    },
    /** Lets go of one that is older than a minute, or of any. */
    forget(which: 'old' | 'any'): void {
      if (last !== null && (which === 'any' || now() - last.at >= storedMs)) last = null
    },
  }
}
