import { z } from 'zod'
import { maxAtOnce, deliveryChoices, deliveryKinds, type PendingDecisions } from './delivery.ts'
import { answers, defineContract, event, none } from '../shared/operation.ts'

const name = z.strictObject({
  kind: z.enum(deliveryKinds),
  subject: z.string().min(1).max(1_000),
})

const decideInput = z.strictObject({
  entries: z.array(name).min(1).max(maxAtOnce),
  choice: z.enum(deliveryChoices),
})

export const deliveriesContract = defineContract({
  name: 'deliveries',
  operations: {
    /** The entries that need a decision and that the caller's role may see. */
    'deliveries.pending': answers<PendingDecisions>()(none),
    /**
     * Decides about one or many entries of any kind. Entries that no longer offer the choice are
     * left alone. Returns how many were decided; `too-late` when none was, `not-allowed` when the
     * caller may decide about none.
     */
    'deliveries.decide': answers<number>()(decideInput),
  },
  events: {
    'deliveries.changed': event(),
  },
})
