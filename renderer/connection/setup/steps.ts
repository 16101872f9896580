import { say } from './messages.ts'

export const steps = ['language', 'start', 'key', 'store', 'screen'] as const
export type Step = (typeof steps)[number]

export const isStep = (text: unknown): text is Step => steps.some((step) => step === text)

export const stepPath = (step: Step): string => `/connection/${step}`

/** What every step shows of the path (`ui/page/StepPage.vue`). A later step opens only in turn. */
export function stepNavigation(at: Step) {
  const isDone = at === 'screen'
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
