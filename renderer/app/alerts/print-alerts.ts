import type { PrintJob } from '#contract/printers/printers.ts'
import { joinTexts } from '#contract/isolate-text.ts'
import { say } from '../words.ts'
import type { Alert } from './alert.ts'

/** More of a kind than this are one alert. */
const few = 3

interface PrintAround {
  nameOf(printerId: string): string
  decide(jobs: readonly PrintJob[], choice: 'retry' | 'mark-done'): unknown
}

const toPrinters = () => ({ words: say('alerts.show'), to: '/setup/printers' })

const names = {
  ticket: 'alerts.paperTicket',
  'close-out': 'alerts.paperCloseOut',
  test: 'alerts.paperTest',
} as const

/** A close-out is the manager's paper; tickets and tests are the kitchen's. */
const front = (jobs: readonly PrintJob[]) =>
  jobs.every(({ kind }) => kind === 'close-out') ? ({ isFront: true } as const) : {}

const titleOf = ({ kind, title }: PrintJob): string => say(names[kind], { title })

/** Paper of which nobody knows whether it is there: somebody looks. */
function unknownAlerts(jobs: readonly PrintJob[], { nameOf, decide }: PrintAround): Alert[] {
  const common = { tone: 'warn', jump: null } as const
  const choices = (own: readonly PrintJob[]) =>
    (['retry', 'mark-done'] as const).map((choice) => ({
      words: say(choice === 'retry' ? 'alerts.printAgain' : 'alerts.paperIsThere'),
      run: () => decide(own, choice),
    }))
  if (jobs.length > few)
    return [
      {
        ...common,
        ...front(jobs),
        id: 'paper unknown',
        title: jobs.map(titleOf).join(', '),
        text: say('alerts.paperUnknown', {
          printer: joinTexts([...new Set(jobs.map(({ printerId }) => nameOf(printerId)))], ', '),
        }),
        actions: choices(jobs),
      },
    ]
  return jobs.map((job) => ({
    ...common,
    ...front([job]),
    id: `paper ${job.id}`,
    title: titleOf(job),
    text: say('alerts.paperUnknown', { printer: nameOf(job.printerId) }),
    actions: choices([job]),
  }))
}

/** What printers did not print: unknown at once, and what has waited long for one that cannot be reached. */
export function printAlerts(
  unknown: readonly PrintJob[],
  longWaiting: readonly PrintJob[],
  around: PrintAround,
): Alert[] {
  const printers = new Set(longWaiting.map(({ printerId }) => printerId))
  return [
    ...unknownAlerts(unknown, around),
    ...[...printers].map((printerId) => {
      const jobs = longWaiting.filter((job) => job.printerId === printerId)
      return {
        ...front(jobs),
        id: `printer ${printerId}`,
        tone: 'warn' as const,
        title: say('alerts.printerAway', { printer: around.nameOf(printerId) }),
        text: say('alerts.paperWaits', { n: jobs.length }),
        actions: [],
        jump: toPrinters(),
      }
    }),
  ]
}
