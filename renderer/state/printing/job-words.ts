import type { DeliveryState } from '#contract/deliveries/delivery.ts'
import { printTroubles } from '#contract/printers/fields.ts'
import type { PrintJob } from '#contract/printers/printers.ts'
import { addWords } from '../../locales/i18n.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { pt } from './words/pt.ts'

/** Apart from the words that everybody says: they come with what shows a job. */
export const sayPrinting = addWords({ en, es, pt })

/** What a job prints. */
export const jobName = ({ kind, title }: PrintJob): string =>
  sayPrinting(`printing.${kind}`, { title })

const tones = { queued: 'quiet', sending: 'quiet', unknown: 'warn', confirmed: 'good' } as const
/** No job comes to another state while it is shown. */
const isShown = (state: DeliveryState): state is keyof typeof tones => state in tones

/** How far a job is, and whether that is good or bad. */
export function jobState({ delivery: { state, reason } }: PrintJob): {
  words: string
  tone: 'good' | 'warn' | 'quiet'
} {
  const trouble = printTroubles.find((one) => one === reason)
  if (trouble !== undefined) return { words: sayPrinting(`printTrouble.${trouble}`), tone: 'warn' }
  const shown = isShown(state) ? state : 'unknown'
  return { words: sayPrinting(`printing.${shown}`), tone: tones[shown] }
}
