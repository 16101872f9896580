import type { GuestRow } from '#contract/guests/guests.ts'
import { guestRow } from '#domain/guests/guest.ts'
import type { Connection } from '#platform/connection.ts'
import type { CallResult } from '#platform/call/failure.ts'
import { everyLoyaltyClient } from '#platform/lists.ts'
import type { Context } from '../noun.ts'

/** A longer list is not loaded for sorting: this many guests already need five requests. */
export const maxSorted = 5_000
/** How long a loaded list is reused for its other pages (ms). */
const storedMs = 60_000

/** All guests that match a filter. */
export interface WholeList {
  guests: readonly GuestRow[]
  leftOut: number
}

export interface ListFilter {
  search?: string
  status?: string
}

interface LoadedList {
  key: string
  /** By the monotonic clock. */
  loadedAt: number
  /** The value is null if the list is too long or incomplete. */
  answer: Promise<CallResult<WholeList | null>>
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
    if (Math.max(step.progress.totalCount ?? 0, guests.length) > maxSorted) return tooMany
    if (step.complete === false) return tooMany
    if (step.complete === true)
      return { ...step, value: { guests, leftOut: step.progress.leftOut } }
  }
  return tooMany
}

/**
 * Loads complete lists of guests, because the platform can only sort by the date of joining. The
 * latest list stays in memory for a minute, for its other pages, and is never stored.
 */
export class WholeLists {
  readonly #context: Pick<Context, 'clock' | 'countryCode'>
  #latest: LoadedList | null = null

  constructor(context: Pick<Context, 'clock' | 'countryCode'>) {
    this.#context = context
  }

  /**
   * Null if there are too many guests, or if the list changed while it was loading, so it may be
   * incomplete.
   */
  load(connection: Connection, filter: ListFilter): LoadedList['answer'] {
    const key = JSON.stringify(filter)
    if (this.#latest?.key === key && !this.#isOld(this.#latest)) return this.#latest.answer
    const { clock, countryCode } = this.#context
    const loadedAt = clock.monotonic()
    const list = { key, loadedAt, answer: readAll(connection, filter, countryCode()) }
    this.#latest = list
    void list.answer.then(({ ok }) => {
      // Let the next call load again.
      if (!ok && this.#latest === list) this.#latest = null
    })
    return list.answer
  }

  /** Drops the loaded list if it is older than a minute, or in any case. */
  forget(which: 'old' | 'any'): void {
    if (this.#latest !== null && (which === 'any' || this.#isOld(this.#latest))) this.#latest = null
  }

  #isOld({ loadedAt }: LoadedList): boolean {
    return this.#context.clock.monotonic() - loadedAt >= storedMs
  }
}
