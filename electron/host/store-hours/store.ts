import { z } from 'zod'
import { storeHoursContract, type StoreChange } from '#contract/store-hours/store-hours.ts'
import { desiredPause } from '#domain/store-hours/pause.ts'
import { scheduleSchema } from '#platform/stores.ts'
import type { Rows } from '../db/rows.ts'
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
type HoursRow = z.infer<typeof rowSchema>
export const hoursRows: RowFormat<HoursRow> = {
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
type ChangeRow = z.infer<typeof changeRow>
export const changeRows: RowFormat<ChangeRow> = {
  table: 'store_changes',
  key: 'id',
  schema: changeRow,
  columns: ['id', 'at', 'kept'],
  json: ['kept'],
}

const nothing: StoredHours = { desired: null, closedUntil: null, known: null, sent: null }

const maxListed = 100

/** Writes belong in the caller's transaction. */
export class HoursStore {
  readonly #rows: Rows<HoursRow>
  readonly #changes: Rows<ChangeRow>

  constructor({ rows }: Pick<Context, 'rows'>) {
    this.#rows = rows(hoursRows)
    this.#changes = rows(changeRows)
  }

  load(): StoredHours {
    return this.#rows.get(subject)?.kept ?? nothing
  }

  /** Saves some of the values; the others stay. */
  save(values: Partial<StoredHours>): void {
    this.#rows.put({ subject, kept: { ...this.load(), ...values } })
  }

  addChange({ id, at, ...kept }: StoreChange): void {
    this.#changes.put({ id, at, kept })
  }

  /** The pause that a person asked for at this instant (ISO) was never confirmed. */
  markUnconfirmed(askedAt: string): void {
    for (const row of this.#changes.all('at = ?', askedAt))
      if (row.kept.kind === 'pause')
        this.#changes.put({ ...row, kept: { ...row.kept, kind: 'unconfirmed' } })
  }

  /** Newest first. */
  history(): StoreChange[] {
    return this.#changes
      .all('TRUE ORDER BY at DESC, id LIMIT ?', maxListed)
      .map(({ id, at, kept }) => ({ id, at, ...kept }))
  }
}

/** Screens show the hours, and every screen shows a pause. */
export function notifyOfHours({ notify, statusChanged }: Context): void {
  notify({ type: 'storeHours.changed' })
  statusChanged()
}
