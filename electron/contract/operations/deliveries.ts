import { decideInput, type PendingDecisions } from '../deliveries.ts'
import { answers, none } from '../operation.ts'

export const deliveriesOperations = {
  /** What a person has to decide, as far as the caller's role may see it. */
  'deliveries.pending': answers<PendingDecisions>()(none),
  /**
   * Decides about one entry or many of any kind. Entries that don't offer the choice any more are left alone. Answers how many
   * were decided; `too-late` where none was, `not-allowed` where the caller may decide about none.
   */
  'deliveries.decide': answers<number>()(decideInput),
} as const
