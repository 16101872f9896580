import type { StoredCount, ShiftView } from '#contract/shifts/shifts.ts'
import { say } from './messages.ts'

export const steps = ['find', 'count', 'compare', 'review', 'sign', 'done'] as const
export type Step = (typeof steps)[number]
export type StepLinks = Partial<Record<Step, string>>
export type ShiftStep = 'count' | 'compare' | 'review' | 'sign'

export const shiftPath = (shiftId: string, step: ShiftStep): string =>
  `/close-out/shift/${encodeURIComponent(shiftId)}/${step}`
export const closeOutPath = (number: number): string => `/close-out/past/${String(number)}`
export const pastPath = '/close-out/past'

export const isShiftStep = (step: unknown): step is ShiftStep =>
  step === 'count' || step === 'compare' || step === 'review' || step === 'sign'

type CountState = Pick<StoredCount, 'state'> & Partial<Pick<StoredCount, 'objections'>>

/** Whether a finished count has a method that must be counted again. */
export const isRecountDue = ({ state, objections = [] }: CountState): boolean =>
  state === 'counted' && objections.some(({ code }) => code === 'recount-demanded')

/**
 * The steps that are open. Expected figures are visible once the count is finished, and only a
 * finished count can be signed: not one with a recount that is due.
 */
export function openSteps({
  shiftId,
  figures,
  count,
  closeOuts,
}: Pick<ShiftView, 'shiftId' | 'figures' | 'closeOuts'> & {
  count: CountState
}): StepLinks {
  const last = closeOuts.at(-1)
  const areOut = figures !== null || count.state !== 'counting'
  const isFinished = count.state === 'counted' && figures !== null && !isRecountDue(count)
  return {
    find: '/close-out',
    count: shiftPath(shiftId, 'count'),
    ...(areOut
      ? { compare: shiftPath(shiftId, 'compare'), review: shiftPath(shiftId, 'review') }
      : {}),
    ...(isFinished ? { sign: shiftPath(shiftId, 'sign') } : {}),
    ...(last === undefined ? {} : { done: closeOutPath(last) }),
  }
}

/** What every page of the close-out shows of its steps (`ui/page/StepPage.vue`). */
export const stepNavigation = (links: StepLinks) => ({
  way: say('closeOut.title'),
  stepsName: say('closeOut.steps'),
  steps: steps.map((name) => ({ name, label: say(`closeOutStep.${name}`), to: links[name] })),
})
