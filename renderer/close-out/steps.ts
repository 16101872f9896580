import type { KeptCount, ShiftView } from '#contract/shifts/shifts.ts'
import { say } from './messages.ts'

/** The way of a close-out, in its order. */
export const steps = ['find', 'count', 'compare', 'look', 'sign', 'done'] as const
export type Step = (typeof steps)[number]
export type StepLinks = Partial<Record<Step, string>>
/** Those that are about one shift. */
export type ShiftStep = 'count' | 'compare' | 'look' | 'sign'

export const shiftPath = (shiftId: string, step: ShiftStep): string =>
  `/close-out/shift/${encodeURIComponent(shiftId)}/${step}`
export const closeOutPath = (number: number): string => `/close-out/past/${String(number)}`
export const pastPath = '/close-out/past'

export const isShiftStep = (step: unknown): step is ShiftStep =>
  step === 'count' || step === 'compare' || step === 'look' || step === 'sign'

/** Where one may go from here: what is expected is seen once the count is finished, and signed is only a finished one. */
export function openSteps({
  shiftId,
  figures,
  count,
  closeOuts,
}: Pick<ShiftView, 'shiftId' | 'figures' | 'closeOuts'> & {
  count: Pick<KeptCount, 'state'>
}): StepLinks {
  const last = closeOuts.at(-1)
  const areOut = figures !== null || count.state !== 'counting'
  const isFinished = count.state === 'counted' && figures !== null
  return {
    find: '/close-out',
    count: shiftPath(shiftId, 'count'),
    ...(areOut ? { compare: shiftPath(shiftId, 'compare'), look: shiftPath(shiftId, 'look') } : {}),
    ...(isFinished ? { sign: shiftPath(shiftId, 'sign') } : {}),
    ...(last === undefined ? {} : { done: closeOutPath(last) }),
  }
}

/** What every page of the close-out says of its steps (`ui/page/StepPage.vue`). */
export const wayOf = (links: StepLinks) => ({
  way: say('closeOut.title'),
  stepsName: say('closeOut.steps'),
  steps: steps.map((name) => ({ name, label: say(`closeOutStep.${name}`), to: links[name] })),
})
