import { z } from 'zod'
import type { Damage } from '#contract/status/status.ts'
import type { StoredValue, Values } from './values.ts'

/**
 * The data loss that a start found. It stays in the database until the host has handled it, so a
 * crash in between doesn't forget it. `isSalvaged`: the nouns must rebuild their lost rows from the
 * outbox entries.
 */
const lossSchema = z.object({
  /** The part that users see. */
  damage: z.object({
    kind: z.enum(['damaged', 'missing', 'older', 'chosen']),
    keptAs: z.string().nullable(),
    salvaged: z.number(),
    restoredFrom: z.string().nullable(),
  }) satisfies z.ZodType<Damage>,
  isSalvaged: z.boolean(),
  /**
   * Outbox entries whose state is certain; any other may have been sent since. Null if all are
   * certain.
   */
  certain: z.array(z.string()).nullable(),
})

export const storedLoss = (values: Values): StoredValue<z.infer<typeof lossSchema> | null> =>
  values('loss', lossSchema.nullable())
