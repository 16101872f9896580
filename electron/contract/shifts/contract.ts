import { z } from 'zod'
import { answersManager, defineContract, event, id, managers, none } from '../operation.ts'
import type { FieldConflict } from '../merge-fields.ts'
import type { ShiftNames } from './names.ts'
import {
  countDraftSchema,
  type ChecklistItem,
  type CloseOut,
  type CloseOutList,
  type CloseOutVerdict,
  type StoredCount,
  type ShiftSearch,
  type ShiftView,
} from './shifts.ts'

const shift = z.strictObject({ shiftId: id })

/** All of it is a manager's: there is money in it. */
export const shiftsContract = defineContract({
  name: 'shifts',
  operations: {
    /** Reads the payments of the last days from the start, and gathers their shifts; how far it is comes as `jobs.changed`. */
    'shifts.find': answersManager<ShiftSearch>()(z.strictObject({ days: z.int().min(1).max(62) })),
    /** The last search, as far as it is; null where nobody has searched since the start. */
    'shifts.search': answersManager<ShiftSearch | null>()(none),
    /**
     * One shift. Where it was not read since the start, a job starts to read it, and `jobs.changed` tells how far that is.
     * `not-found` only as the error of the job.
     */
    'shifts.show': answersManager<ShiftView>()(shift),
    /** Reads it again from the platform. */
    'shifts.read': answersManager<null>()(shift),
    /**
     * Keeps what was typed: `before` is the count as this screen had it, `after` as it is there now. Only what differs
     * between the two is written; a field that another screen changed from `before` meanwhile stays as that one has it, and is
     * among the conflicts. `too-late` where the count is finished and something else than notes, method notes and float differs.
     */
    'shifts.keepCount': answersManager<{ count: StoredCount; conflicts: FieldConflict[] }>()(
      z.strictObject({ shiftId: id, before: countDraftSchema, after: countDraftSchema }),
    ),
    /** Ends counting, and has the figures told. `too-late` with the objections' codes in `words` where something is missing. */
    'shifts.finishCounting': answersManager<ShiftView>()(
      z.strictObject({ shiftId: id, revision: z.int().min(0) }),
    ),
    /** Has the figures told before the count is finished; the close-out will say so. */
    'shifts.reveal': answersManager<ShiftView>()(shift),
    /**
     * Opens methods for another count; what was counted before stays among the attempts. `attempts` is how many of them this
     * screen has seen: `too-late` where another screen has finished one more meanwhile.
     */
    'shifts.recount': answersManager<ShiftView>()(
      z.strictObject({
        shiftId: id,
        methodIds: z.array(z.string().max(100)).min(1).max(60),
        attempts: z.int().min(0),
      }),
    ),
    'shifts.checklist': answersManager<ChecklistItem[]>()(shift),
    /**
     * Signs and seals. `wrong-pin` and `locked` as for unlocking; `pin` is null only where none is set. `too-late` with words:
     * the objections' codes; `moved` where `basis` is not what is here now; or the codes of the checklist that
     * `accepted` lacks. `tapId` makes a repeat harmless.
     */
    'shifts.close': answersManager<CloseOut>()(
      z.strictObject({
        shiftId: id,
        tapId: id,
        basis: id,
        name: z.string().trim().min(1).max(80),
        pin: z
          .string()
          .regex(/^\d{4,8}$/)
          .nullable(),
        accepted: z.array(z.string().max(40)).max(20),
      }),
    ),
    /** Past close-outs, 50 at a time, the newest first; `before` is the last number of the page before. */
    'shifts.closeOuts': answersManager<CloseOutList>()(
      z.strictObject({ before: z.int().min(1).nullable() }),
    ),
    'shifts.closeOut': answersManager<{ closeOut: CloseOut; correctedBy: number[] }>()(
      z.strictObject({ number: z.int().min(1) }),
    ),
    /**
     * Begins a correction: the count of that shift is opened again as the document has it, and its closing makes a new
     * document. `too-late` where one of the shift is under way, or the document was corrected already.
     */
    'shifts.correct': answersManager<ShiftView>()(
      z.strictObject({ number: z.int().min(1), reason: z.string().trim().min(1).max(500) }),
    ),
    /** What registers and people are called: the platform gives their ids alone. */
    'shifts.names': answersManager<ShiftNames>()(none),
    /** Names one, or takes its name away. `not-found` where no shift has told of it. */
    'shifts.rename': answersManager<ShiftNames>()(
      z.strictObject({
        kind: z.enum(['registers', 'people']),
        id,
        name: z.string().trim().max(60),
      }),
    ),
    /** Whether the chain of close-outs holds. */
    'shifts.verify': answersManager<CloseOutVerdict>()(none),
  },
  events: {
    /** Something of this shift changed: ask for it again, for all of them where no shift is named. */
    'shifts.changed': event<{ revision: number; shiftId: string | null }>(managers),
  },
})
