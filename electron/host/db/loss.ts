import { z } from 'zod'
import type { Damage } from '#contract/status/status.ts'
import type { StoredValue, Values } from './values.ts'

/**
 * What a restored file lacks. It stays in the database until the host has handled it, so a crash in
 * between doesn't forget it.
 */
const lossSchema = z.object({
  /** The part that users see. */
  damage: z.object({
    kind: z.enum(['damaged', 'missing', 'newer', 'chosen']),
    keptAs: z.string().nullable(),
    restoredFrom: z.string().nullable(),
  }) satisfies z.ZodType<Damage>,
  /** The store worked on after this state, so entries that wait in it may have been sent. */
  wasUsedSince: z.boolean(),
})

export const storedLoss = (values: Values): StoredValue<z.infer<typeof lossSchema> | null> =>
  values('loss', lossSchema.nullable())
