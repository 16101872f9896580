import { z } from 'zod'
import { countDraftSchema, type KeptCount } from '#contract/shifts/shifts.ts'
import type { FigureMark } from '#domain/shifts/figure-change.ts'
import type { Database } from '../db/open.ts'
import { createRows } from '../db/rows.ts'
import type { Log } from '../log.ts'

const attempt = z.object({
  at: z.string(),
  screen: z.string(),
  methods: z.array(z.object({ methodId: z.string(), counted: z.number() })),
})

const mark = z.object({
  payments: z.number(),
  voided: z.number(),
  methods: z.array(z.object({ methodId: z.string(), amount: z.number(), tips: z.number() })),
  totals: z.number().nullable(),
  registers: z.number(),
}) satisfies z.ZodType<FigureMark>

const kept = z.object({
  revision: z.number(),
  state: z.enum(['counting', 'counted', 'recounting', 'closed']) satisfies z.ZodType<
    KeptCount['state']
  >,
  draft: countDraftSchema,
  methodIds: z.array(z.string()),
  wasRevealed: z.boolean(),
  corrects: z.object({ number: z.number(), reason: z.string() }).nullable(),
  attempts: z.array(attempt),
  /** The figures as they were when the count was finished; null where they were not read by then. */
  mark: mark.nullable(),
  finishedAt: z.string().nullable(),
  savedAt: z.string(),
  savedOn: z.string(),
})

/** A count with what is needed to go on with it after a crash. */
export type CountRow = z.infer<typeof kept>

const rowSchema = z.object({ shift_id: z.string(), kept })

/** The counts on disk, a row a shift. Writes belong into the caller's transaction. */
export interface CountStore {
  load(shiftId: string): CountRow | null
  save(shiftId: string, row: CountRow): void
}

export function createCountStore(db: Database, log: Log): CountStore {
  const rows = createRows(db, log, {
    table: 'shift_counts',
    key: 'shift_id',
    schema: rowSchema,
    columns: ['shift_id', 'kept'],
    json: ['kept'],
    version: 2,
  })
  return {
    load: (shiftId) => rows.get(shiftId)?.kept ?? null,
    save: (shiftId, row) => rows.put({ shift_id: shiftId, kept: row }),
  }
}
