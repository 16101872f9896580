import { z } from 'zod'
import {
  allergiesDraftSchema,
  couponDraftSchema,
  guestTextsDraftSchema,
  hoursDraftSchema,
  type CouponDraft,
  type DraftOf,
} from '#contract/drafts/drafts.ts'
import { typedSchema } from '#contract/reservations/reservations.ts'
import { countDraftSchema, type StoredCount } from '#contract/shifts/shifts.ts'
import type { FigureMark } from '#domain/shifts/figure-change.ts'
import type { RowFormat } from '../db/table.ts'

const mark = z.object({
  payments: z.number(),
  voided: z.number(),
  methods: z.array(z.object({ methodId: z.string(), amount: z.number(), tips: z.number() })),
  totals: z.number().nullable(),
  registers: z.number(),
}) satisfies z.ZodType<FigureMark>

const countSchema = z.object({
  revision: z.number(),
  state: z.enum(['counting', 'counted', 'recounting', 'closed']) satisfies z.ZodType<
    StoredCount['state']
  >,
  draft: countDraftSchema,
  methodIds: z.array(z.string()),
  wasRevealed: z.boolean(),
  corrects: z.object({ number: z.number(), reason: z.string() }).nullable(),
  attempts: z.array(
    z.object({
      at: z.string(),
      screen: z.string(),
      methods: z.array(z.object({ methodId: z.string(), counted: z.number() })),
    }),
  ),
  /**
   * The figures at the moment when the count was finished; null if they were not loaded. Never sent
   * to a screen.
   */
  mark: mark.nullable(),
  finishedAt: z.string().nullable(),
  savedAt: z.string(),
  savedOn: z.string(),
})

/** A count with everything needed to continue it after a crash. */
export type CountRow = z.infer<typeof countSchema>

/** All kinds of drafts: those of a screen, and the count of a shift, which all screens share. */
export interface StoredDraftOf extends DraftOf {
  count: CountRow
}
export type DraftTable = keyof StoredDraftOf

/** `screen` is empty if all screens share the draft; `kept_at` is ISO. */
const rowOf = <Kind extends DraftTable>(kind: Kind, draft: z.ZodType<StoredDraftOf[Kind]>) =>
  z.object({
    name: z.string(),
    kind: z.literal(kind),
    screen: z.string(),
    subject: z.string(),
    kept_at: z.string(),
    draft,
  })
const rowSchema = z.discriminatedUnion('kind', [
  rowOf('reservation', typedSchema),
  rowOf('allergies', allergiesDraftSchema),
  rowOf('coupon', couponDraftSchema),
  rowOf('hours', hoursDraftSchema),
  rowOf('guestTexts', guestTextsDraftSchema),
  rowOf('count', countSchema),
])
export type DraftRow = z.infer<typeof rowSchema>

export const draftRows: RowFormat<DraftRow> = {
  table: 'drafts',
  key: 'name',
  schema: rowSchema,
  columns: ['name', 'kind', 'screen', 'subject', 'kept_at', 'draft'],
  json: ['draft'],
  // A count, the hours and texts name no guest. Older files had a separate table for counts.
  ofPeople: { except: ['["count"', '["hours"', '["guestTexts"', 'shift_counts '] },
}

const dayMs = 24 * 3_600_000

/**
 * How long a kind is stored after the last change (ms) and how many per screen. Without an entry
 * there is no limit.
 */
export const draftRules: Readonly<
  Partial<Record<DraftTable, { storedMs: number; maxOfScreen?: number }>>
> = {
  // A draft of a reservation names a guest, so it is deleted after a shift. The limit covers a new
  // reservation and several unfinished changes.
  reservation: { storedMs: dayMs, maxOfScreen: 10 },
  coupon: { storedMs: 30 * dayMs },
  hours: { storedMs: 30 * dayMs },
  guestTexts: { storedMs: 30 * dayMs },
}

function withoutEmails<Fields extends { allowedEmails?: unknown }>(fields: Fields) {
  const { allowedEmails: _, ...others } = fields
  return others
}

/** Guests' e-mail addresses must never be written to disk. */
export const withoutAddresses = ({ at, typed, seen }: CouponDraft): CouponDraft => ({
  at,
  typed: withoutEmails(typed),
  seen: withoutEmails(seen),
})
