import { z } from 'zod'
import {
  preparationReasons,
  type PreparationChange,
  type PreparationSuggestion,
} from '#contract/preparation-time/preparation-time.ts'
import type { Rows } from '../db/rows.ts'
import type { RowFormat } from '../db/table.ts'
import type { Context } from '../noun.ts'

/** The subject of the only entry, and the key of the only row. */
export const subject = 'store'

const suggestionSchema: z.ZodType<PreparationSuggestion> = z.object({
  minutes: z.number(),
  openTickets: z.number(),
  openDishes: z.number(),
  bestHalfHour: z.number().nullable(),
  typicalMinutes: z.number().nullable(),
})

/** What the platform is asked for. It is also the payload of the entry. */
export const desiredSchema = z.object({
  tapId: z.string(),
  minutes: z.number(),
  reason: z.enum(preparationReasons),
  askedAt: z.string(),
  screen: z.string(),
})
export type DesiredPreparation = z.infer<typeof desiredSchema>

const storedSchema = z.object({
  desired: desiredSchema.nullable(),
  /** The platform's last answer. */
  reported: z.object({ minutes: z.number(), at: z.string() }).nullable(),
  usualMinutes: z.number().nullable(),
  backAt: z.string().nullable(),
  /** The row of the history that the desired time has. */
  changeId: z.string().nullable(),
})
export type StoredPreparation = z.infer<typeof storedSchema>

const rowSchema = z.object({ subject: z.string(), kept: storedSchema })
type PreparationRow = z.infer<typeof rowSchema>
export const preparationRows: RowFormat<PreparationRow> = {
  table: 'preparation_time',
  key: 'subject',
  schema: rowSchema,
  columns: ['subject', 'kept'],
  json: ['kept'],
}

const changeSchema = z.object({
  minutes: z.number(),
  before: z.number().nullable(),
  reason: z.enum(preparationReasons),
  screen: z.string(),
  suggestion: suggestionSchema.nullable(),
})
const changeRow = z.object({ id: z.string(), at: z.string(), kept: changeSchema })
type ChangeRow = z.infer<typeof changeRow>
export const changeRows: RowFormat<ChangeRow> = {
  table: 'preparation_changes',
  key: 'id',
  schema: changeRow,
  columns: ['id', 'at', 'kept'],
  json: ['kept'],
}

const nothing: StoredPreparation = {
  desired: null,
  reported: null,
  usualMinutes: null,
  backAt: null,
  changeId: null,
}

const maxListed = 100

/** Writes belong in the caller's transaction. */
export class PreparationStore {
  readonly #rows: Rows<PreparationRow>
  readonly #changes: Rows<ChangeRow>

  constructor({ rows }: Pick<Context, 'rows'>) {
    this.#rows = rows(preparationRows)
    this.#changes = rows(changeRows)
  }

  load(): StoredPreparation {
    return this.#rows.get(subject)?.kept ?? nothing
  }

  save(kept: StoredPreparation): void {
    this.#rows.put({ subject, kept })
  }

  change(id: string): PreparationChange | null {
    const row = this.#changes.get(id)
    return row === null ? null : { id: row.id, at: row.at, ...row.kept }
  }

  saveChange({ id, at, ...kept }: PreparationChange): void {
    this.#changes.put({ id, at, kept })
  }

  removeChange(id: string): void {
    this.#changes.remove(id)
  }

  /** Newest first. */
  history(): PreparationChange[] {
    return this.#changes
      .all('TRUE ORDER BY at DESC, id LIMIT ?', maxListed)
      .map(({ id, at, kept }) => ({ id, at, ...kept }))
  }
}
