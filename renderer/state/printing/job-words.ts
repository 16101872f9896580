import type { PrintJob } from '#contract/printers.ts'
import { addWords } from '../../locales/i18n.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { pt } from './words/pt.ts'

/** Apart from the words that everybody says: they come with what shows a job. */
export const sayPrinting = addWords({ en, es, pt })

/** What a job prints. */
export const jobName = ({ kind, title }: PrintJob): string =>
  sayPrinting(`printing.${kind}`, { title })

/** How far a job is, and whether that is good or bad. */
export function jobState({ state, trouble }: PrintJob): {
  words: string
  tone: 'good' | 'warn' | 'quiet'
} {
  if (trouble !== null) return { words: sayPrinting(`printTrouble.${trouble}`), tone: 'warn' }
  const tone = state === 'done' ? 'good' : state === 'unknown' ? 'warn' : 'quiet'
  return { words: sayPrinting(`printing.${state}`), tone }
}
