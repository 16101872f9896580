import { z } from 'zod'
import { answersManager, defineContract, event, id, managers, none } from '../shared/operation.ts'
import type { FieldConflict } from '../shared/merge-fields.ts'
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

/** Only managers may use these operations, because all of them show money. */
export const shiftsContract = defineContract({
  name: 'shifts',
  operations: {
    /**
     * Reads the payments of the last days from the start, and collects their shifts. `jobs.changed`
     * reports the progress.
     */
    'shifts.find': answersManager<ShiftSearch>()(z.strictObject({ days: z.int().min(1).max(62) })),
    /** The last search as far as it got; null if nobody has searched since the start. */
    'shifts.search': answersManager<ShiftSearch | null>()(none),
    /**
     * One shift. If it was not read since the start, a job starts to read it and `jobs.changed`
     * reports the progress. `not-found` comes only as the error of that job.
     */
    'shifts.show': answersManager<ShiftView>()(shift),
    /** Reads the shift again from the platform. */
    'shifts.refresh': answersManager<null>()(shift),
    /**
     * Stores what was typed. `before` is the count as this screen had it, `after` is its count now,
     * and only the differences are written. If another screen changed a field since `before`, the
     * other value stays and the field is among the conflicts. `too-late` if the count is finished
     * and more than notes, method notes and float differs.
     */
    'shifts.saveCount': answersManager<{ count: StoredCount; conflicts: FieldConflict[] }>()(
      z.strictObject({ shiftId: id, before: countDraftSchema, after: countDraftSchema }),
    ),
    /**
     * Finishes the count and shows the expected figures. `too-late`, with the codes of the
     * objections in `detail`, if something is missing.
     */
    'shifts.finishCounting': answersManager<ShiftView>()(
      z.strictObject({ shiftId: id, revision: z.int().min(0) }),
    ),
    /** Shows the expected figures before the count is finished. The close-out will say so. */
    'shifts.reveal': answersManager<ShiftView>()(shift),
    /**
     * Opens methods for another count; the earlier count stays among the attempts. `attempts` is
     * how many this screen has seen: `too-late` if another screen has finished one more.
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
     * Signs and seals. `wrong-pin` and `locked` mean the same as for unlocking; `pin` is null only
     * if none is set. `too-late` comes with `detail`: the codes of the objections; `moved` if the
     * current `basis` is another; or the codes of the checklist that `accepted` lacks. `tapId`
     * makes a repeated call harmless.
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
    /** Past close-outs, 50 at a time, newest first. `before` is the last number of the previous page. */
    'shifts.closeOuts': answersManager<CloseOutList>()(
      z.strictObject({ before: z.int().min(1).nullable() }),
    ),
    'shifts.closeOut': answersManager<{ closeOut: CloseOut; correctedBy: number[] }>()(
      z.strictObject({ number: z.int().min(1) }),
    ),
    /**
     * Starts a correction: the sealed count becomes the open count of that shift, and closing it
     * makes a new close-out. `too-late` if the shift is being counted, or the close-out was
     * corrected already.
     */
    'shifts.correct': answersManager<ShiftView>()(
      z.strictObject({ number: z.int().min(1), reason: z.string().trim().min(1).max(500) }),
    ),
    /** The names of registers and people. The platform gives only their ids. */
    'shifts.names': answersManager<ShiftNames>()(none),
    /** Names a register or a person, or removes the name. `not-found` if no shift has mentioned the id. */
    'shifts.rename': answersManager<ShiftNames>()(
      z.strictObject({
        kind: z.enum(['registers', 'people']),
        id,
        name: z.string().trim().max(60),
      }),
    ),
    'shifts.verify': answersManager<CloseOutVerdict>()(none),
  },
  events: {
    /** Something about this shift changed, or about all shifts if `shiftId` is null; ask again. */
    'shifts.changed': event<{ revision: number; shiftId: string | null }>(managers),
  },
})
