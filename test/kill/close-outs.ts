import { setTimeout as pause } from 'node:timers/promises'
import type { CloseOut, ShiftView } from '#contract/shifts/shifts.ts'
import { ok } from '#contract/shared/result.ts'
import type { Practice } from '#practice/platform.ts'
import type { TestStore } from '#test/support/kitchen.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import { close, counted, endedShift, finish, keep } from '#test/support/shifts.ts'
import { callWeb } from '#test/support/web-process.ts'

/** Closes a shift, and then corrects the last close-out again and again. */
export interface Closing {
  /** The close-outs that were answered, by their taps. */
  readonly sealed: ReadonlyMap<string, CloseOut>
  readonly shiftId: string
  /** Closes until `isStopped`. Rejects when the web shell is gone. */
  run(ui: string, isStopped: () => boolean): Promise<void>
}

export function createClosing(practice: Practice): Closing {
  const sealed = new Map<string, CloseOut>()
  const shiftId = endedShift({ practice })
  /** Whether the next tap was sent before, without an answer. */
  let isTried = false

  /** The shift, once all of it was read. */
  async function view(ui: string): Promise<ShiftView> {
    for (;;) {
      const shown = (await callWeb(ui, 'shifts.show', { shiftId })) as ShiftView
      if (shown.job.state === 'done' && shown.facts !== null) return shown
      await pause(20)
    }
  }

  async function closeOnce(ui: string): Promise<void> {
    const call = (async (name: string, input: unknown) =>
      ok(await callWeb(ui, name, input))) as TestStore['call']
    const till = { practice, call }
    const { count, closeOuts } = await view(ui)
    if (count.state === 'counting') {
      await keep(till, shiftId, (draft) => counted(till, shiftId, draft))
      valueOfOk(await finish(till, shiftId))
    } else if (count.state === 'closed' && !isTried)
      await callWeb(ui, 'shifts.correct', { number: closeOuts.at(-1), reason: 'Otra vez' })
    const tapId = `close-${sealed.size + 1}`
    isTried = true
    sealed.set(tapId, valueOfOk(await close(till, shiftId, { tapId })))
    isTried = false
  }

  return {
    sealed,
    shiftId,
    async run(ui, isStopped) {
      while (!isStopped()) {
        await closeOnce(ui)
        await pause(100)
      }
    },
  }
}
