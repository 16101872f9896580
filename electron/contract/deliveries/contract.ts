import { z } from 'zod'
import { mostAtOnce, deliveryChoices, deliveryKinds, type PendingDecisions } from './delivery.ts'
import { answers, defineContract, event, none } from '../operation.ts'

const name = z.strictObject({
  kind: z.enum(deliveryKinds),
  subject: z.string().min(1).max(1_000),
})

const decideInput = z.strictObject({
  entries: z.array(name).min(1).max(mostAtOnce),
  choice: z.enum(deliveryChoices),
})

export const deliveriesContract = defineContract({
  name: 'deliveries',
  operations: {
    /** What a person has to decide, as far as the caller's role may see it. */
    'deliveries.pending': answers<PendingDecisions>()(none),
    /**
     * Decides about one entry or many of any kind. Entries that don't offer the choice any more are left alone. Answers how many
     * were decided; `too-late` where none was, `not-allowed` where the caller may decide about none.
     */
    'deliveries.decide': answers<number>()(decideInput),
  },
  events: {
    /** What people have to decide has changed: ask for it again. */
    'deliveries.changed': event(),
  },
})
