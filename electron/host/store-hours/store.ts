import { z } from 'zod'
import { storeHoursContract, type StoreChange } from '#contract/store-hours.ts'
import { desiredPause } from '#domain/store-hours/pause.ts'
import { scheduleSchema } from '#platform/stores.ts'
import type { RowFormat } from '../db/table.ts'
import type { Context } from '../noun.ts'

/** The subject of the entries, and the key of the only row. */
export const subject = 'store'

const hoursSchema = storeHoursContract.operations['storeHours.send'].input.shape.hours

const sentHours = z.object({
  tapId: z.string(),
  hours: hoursSchema,
  at: z.string(),
  screen: z.string(),
})

const storedSchema = z.object({
  desired: desiredPause.nullable(),
  /** The end of the closure in the platform's last answer, ISO; null without one. */
  closedUntil: z.string().nullable(),
  /** The schedule in the platform's last answer, as it was read. */
  known: z
    .object({
      storeId: z.string(),
      schedule: scheduleSchema,
      unread: z.array(z.string()),
      readAt: z.string(),
    })
    .nullable(),
  sent: sentHours.nullable(),
})
export type StoredHours = z.infer<typeof storedSchema>

const rowSchema = z.object({ subject: z.string(), kept: storedSchema })
export const hoursRows: RowFormat<z.infer<typeof rowSchema>> = {
  table: 'store_hours',
  key: 'subject',
  schema: rowSchema,
  columns: ['subject', 'kept'],
  json: ['kept'],
}

const changeSchema = z.object({
  kind: z.enum(['pause', 'unconfirmed', 'open', 'hours']),
  until: z.string().nullable(),
  screen: z.string(),
})
const changeRow = z.object({ id: z.string(), at: z.string(), kept: changeSchema })
export const changeRows: RowFormat<z.infer<typeof changeRow>> = {
  table: 'store_changes',
  key: 'id',
  schema: changeRow,
  columns: ['id', 'at', 'kept'],
  json: ['kept'],
}

const nothing: StoredHours = { desired: null, closedUntil: null, known: null, sent: null }

const mostListed = 100

export type HoursStore = ReturnType<typeof createHoursStore>

/** Writes belong in the caller's transaction. */
export function createHoursStore(context: Pick<Context, 'rows'>) {
  const rows = context.rows(hoursRows)
  const changes = context.rows(changeRows)
  const load = (): StoredHours => rows.get(subject)?.kept ?? nothing
  return {
    load,
    change: (values: Partial<StoredHours>): void =>
      rows.put({ subject, kept: { ...load(), ...values } }),
    note: ({ id, at, ...kept }: StoreChange): void => changes.put({ id, at, kept }),
    /** The pause that a person asked for at this instant (ISO) was never confirmed. */
    noteUnconfirmed(askedAt: string): void {
      for (const row of changes.all('at = ?', askedAt))
        if (row.kept.kind === 'pause')
          changes.put({ ...row, kept: { ...row.kept, kind: 'unconfirmed' } })
    },
    history: (): StoreChange[] =>
      changes
        .all('TRUE ORDER BY at DESC, id LIMIT ?', mostListed)
        .map(({ id, at, kept }) => ({ id, at, ...kept })),
  }
}
