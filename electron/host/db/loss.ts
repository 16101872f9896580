import { z } from 'zod'
import type { Damage } from '#contract/status/status.ts'
import type { StoredValue, Values } from './values.ts'

/**
 * What a start found lost, kept in the database until the host has drawn its conclusions: a crash in between must not
 * forget it. `isSalvaged`: the nouns have to learn from the entries of the outbox what they lost.
 */
const lossSchema = z.object({
  /** What is told of it. */
  damage: z.object({
    kind: z.enum(['damaged', 'missing', 'older']),
    keptAs: z.string().nullable(),
    salvaged: z.number(),
    restoredFrom: z.string().nullable(),
  }) satisfies z.ZodType<Damage>,
  isSalvaged: z.boolean(),
  /** Entries of the outbox whose state is certain; any other may have been sent since. Null where all are certain. */
  certain: z.array(z.string()).nullable(),
})

export const storedLoss = (values: Values): StoredValue<z.infer<typeof lossSchema> | null> =>
  values('loss', lossSchema.nullable())
