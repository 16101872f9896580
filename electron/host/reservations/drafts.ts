import { z } from 'zod'
import { typedSchema, type KeptDraft } from '#contract/reservations/reservations.ts'
import { fail, ok } from '#contract/result.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import { createRows } from '../db/rows.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Log } from '../log.ts'

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

/** What was typed at each screen and not taken yet. Guests' data: it stays no longer than a shift. */
export interface Drafts {
  readonly handlers: Pick<
    HandlersOf<'reservations'>,
    'reservations.drafts' | 'reservations.keepDraft'
  >
  /** Within the caller's transaction: it was taken, or edited. */
  discard(screen: string, reservationId: string | null): void
  /** Within the caller's transaction: forgets what was kept before an ISO instant; answers how many. */
  forget(before: string): number
}

/** A new one, and changes that were begun and left: more than these nobody comes back to. */
const mostOfScreen = 10
export const draftDayMs = 24 * 3_600_000

export function createDrafts(db: Database, log: Log, clock: Clock): Drafts {
  const rows = createRows(db, log, {
    table: 'reservation_drafts',
    key: 'screen',
    schema: rowSchema,
    columns: ['screen', 'drafts'],
    json: ['drafts'],
    version: 2,
  })
  type Drafted = z.infer<typeof rowSchema>['drafts']
  const of = (screen: string): Drafted => rows.get(screen)?.drafts ?? []

  function write(screen: string, drafts: Drafted): void {
    if (drafts.length === 0) rows.remove(screen)
    else rows.put({ screen, drafts: drafts.slice(-mostOfScreen) })
  }
  function replace(
    screen: string,
    reservationId: string | null,
    draft: KeptDraft['draft'] | null,
  ): void {
    const before = of(screen)
    const others = before.filter((each) => each.reservationId !== reservationId)
    if (draft !== null) write(screen, [...others, { reservationId, keptAt: isoNow(clock), draft }])
    else if (others.length < before.length) write(screen, others)
  }

  return {
    handlers: {
      'reservations.drafts': (_, { screen }) =>
        ok(
          of(screen)
            .filter(({ keptAt }) => Date.parse(keptAt) >= clock.now() - draftDayMs)
            .map(({ reservationId, draft }) => ({ reservationId, draft })),
        ),
      'reservations.keepDraft'({ reservationId, draft }, { screen }) {
        // Without an id of its own it cannot be told from the next.
        if (screen === '') return fail('not-found')
        db.transact(() => replace(screen, reservationId, draft))
        return ok(null)
      },
    },
    discard: (screen, reservationId) => replace(screen, reservationId, null),
    forget(before) {
      let forgotten = 0
      for (const { screen, drafts } of rows.all()) {
        const fresh = drafts.filter(({ keptAt }) => keptAt >= before)
        forgotten += drafts.length - fresh.length
        if (fresh.length < drafts.length) write(screen, fresh)
      }
      return forgotten
    },
  }
}
