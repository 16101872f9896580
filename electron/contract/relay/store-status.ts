import { z } from 'zod'
import { fail, ok, type Result } from '../shared/result.ts'
import {
  instructionStates,
  maxMissingName,
  maxMissing,
  maxOutcomes,
} from './instruction-outcome.ts'
import { openingHoursSchema } from './opening-hours.ts'

/** How often a store sends its status. */
export const statusEveryMs = 30_000

/** The longest status, in bytes. One without instructions has about 700. */
export const maxStatusBytes = 16_384

/**
 * Whether the platform answers the store. `refused`: it rejected the access key. `unknown`: it was
 * not asked yet.
 */
const platformStates = ['reached', 'not-reached', 'refused', 'unknown'] as const

const amount = z.int().min(0).max(1_000_000_000)
/** Seconds at the time of sending, because the clocks of two computers differ; null for never. */
const age = amount.nullable()

const storeStatusSchema = z.object({
  version: z.literal(1),
  /** The version of Kitchen Pass. */
  app: z.string().max(50),
  /** What the platform calls the store; empty while unknown. */
  name: z.string().max(200),
  platform: z.enum(platformStates),
  lastOrderAge: age,
  openTickets: amount,
  /** Open ones whose promised time is over. */
  lateTickets: amount,
  /** Changes that the platform hasn't accepted yet. */
  waiting: amount,
  /** Changes that a person must decide. */
  needsPerson: amount,
  /** The last sign of the way by which orders come: an event, an answer of the list or the relay. */
  feedAge: age,
  /** False while the database accepts nothing, for example on a full disk. */
  isSaving: z.boolean(),
  /** Free space on the disk; null if unknown. */
  diskFreeMb: amount.nullable(),
  /** The last good backup. */
  backupAge: age,
  isBackupFailing: z.boolean(),
  /** Whether people in the store accept changes from the chain. */
  acceptsInstructions: z.boolean(),
  /** Null if the store doesn't know them. Older versions send none. */
  hours: openingHoursSchema.nullable().catch(null),
  /**
   * What the orders of the business day add up to so far, in minor units. Null unless people in the
   * store share it, and in older versions.
   */
  salesToday: z
    .object({ amount: z.int().min(0), currency: z.string().length(3) })
    .nullable()
    .catch(null),
  /** The guests of the business day's reservations, shared as `salesToday` is. */
  coversToday: amount.nullable().catch(null),
  /** What became of the last instructions, the newest first (`InstructionOutcome`). */
  instructions: z
    .array(
      z.object({
        id: z.string().min(1).max(100),
        state: z.enum(instructionStates),
        items: amount,
        confirmed: amount,
        changed: amount,
        missing: z.array(z.string().max(maxMissingName)).max(maxMissing),
      }),
    )
    .max(maxOutcomes),
})

/**
 * How a store is, for its chain's operations. It has no guest data, and money only if people in the
 * store share it.
 */
export type StoreStatus = z.infer<typeof storeStatusSchema>

/** Reads a status. Fails with `bad-input`; `detail` names the field. Newer fields are ignored. */
export function readStoreStatus(text: string): Result<StoreStatus> {
  if (text.length > maxStatusBytes) return fail('bad-input', 'too long')
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return fail('bad-input', 'not JSON')
  }
  const read = storeStatusSchema.safeParse(json)
  if (read.success) return ok(read.data)
  return fail('bad-input', read.error.issues[0]?.path.join('.') ?? '')
}
