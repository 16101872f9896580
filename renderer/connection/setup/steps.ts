import { say } from './messages.ts'

const byHand = ['language', 'start', 'key', 'store', 'screen'] as const
/** The way of people who have a setup file. */
const byFile = ['language', 'start', 'file', 'screen'] as const
export type Step = (typeof byHand)[number] | (typeof byFile)[number]

export const isStep = (text: unknown): text is Step =>
  [...byHand, ...byFile].some((step) => step === text)

export const stepPath = (step: Step): string => `/connection/${step}`

/** What every step shows of the path (`ui/page/StepPage.vue`). A later step opens only in turn. */
export function stepNavigation(at: Step) {
  const isDone = at === 'screen'
  const steps: readonly Step[] = at === 'file' ? byFile : byHand
  return {
    way: say('setup.title'),
    stepsName: say('setup.steps'),
    steps: steps.map((name, nth) => ({
      name,
      label: say(`setupStep.${name}`),
      to: !isDone && nth < steps.indexOf(at) ? stepPath(name) : undefined,
    })),
  }
}
