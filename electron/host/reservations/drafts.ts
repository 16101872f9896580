import { z } from 'zod'
import { typedSchema } from '#contract/reservations/reservations.ts'
import { fail, ok } from '#contract/result.ts'
import { isoNow } from '../clock.ts'
import type { RowFormat } from '../db/table.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Context } from '../noun.ts'

const rowSchema = z.object({
  screen: z.string(),
  drafts: z.array(
    z.object({
      reservationId: z.string().nullable(),
      keptAt: z.string(),
      draft: typedSchema,
    }),
  ),
})
type Row = z.infer<typeof rowSchema>

export const draftRows: RowFormat<Row> = {
  table: 'reservation_drafts',
  key: 'screen',
  schema: rowSchema,
  columns: ['screen', 'drafts'],
  json: ['drafts'],
  version: 2,
  ofPeople: true,
}

/** A new one, and changes that were begun and left: nobody comes back to more than these. */
const mostOfScreen = 10
export const draftDayMs = 24 * 3_600_000

/** What was typed at each screen and not submitted yet. It names guests, so it stays no longer than a shift. */
export function createDrafts({ db, rows, clock }: Context) {
  const table = rows(draftRows)
  const of = (screen: string): Row['drafts'] => table.get(screen)?.drafts ?? []

  function write(screen: string, drafts: Row['drafts']): void {
    if (drafts.length === 0) table.remove(screen)
    else table.put({ screen, drafts: drafts.slice(-mostOfScreen) })
  }

  /** `reservationId` is null for a new reservation. Within the caller's transaction. */
  function discard(screen: string, reservationId: string | null): void {
    const before = of(screen)
    const others = before.filter((each) => each.reservationId !== reservationId)
    if (others.length < before.length) write(screen, others)
  }

  const handlers = {
    'reservations.drafts': (_, { screen }) =>
      ok(
        of(screen)
          .filter(({ keptAt }) => Date.parse(keptAt) >= clock.now() - draftDayMs)
          .map(({ reservationId, draft }) => ({ reservationId, draft })),
      ),
    'reservations.keepDraft'({ reservationId, draft }, { screen }) {
      // A screen without an id can't be told from the next one.
      if (screen === '') return fail('not-found')
      db.transact(() => {
        discard(screen, reservationId)
        if (draft !== null)
          write(screen, [...of(screen), { reservationId, keptAt: isoNow(clock), draft }])
      })
      return ok(null)
    },
  } satisfies Partial<HandlersOf<'reservations'>>

  return {
    handlers,
    discard,
    /** Forgets drafts from before an instant (epoch milliseconds); answers how many. Within the caller's transaction. */
    forget(before: number): number {
      let forgotten = 0
      for (const { screen, drafts } of table.all()) {
        const fresh = drafts.filter(({ keptAt }) => Date.parse(keptAt) >= before)
        forgotten += drafts.length - fresh.length
        if (fresh.length < drafts.length) write(screen, fresh)
      }
      return forgotten
    },
  }
}
