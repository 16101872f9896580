import type { AppError } from '#contract/shared/result.ts'
import { say } from './i18n.ts'

/** Seconds up to a minute, then whole minutes. */
const waiting = (sentence: string, seconds: number): string =>
  seconds <= 60
    ? say('errors.waitSeconds', { sentence, n: seconds })
    : say('errors.waitMinutes', { sentence, n: Math.ceil(seconds / 60) })

/** An error as a sentence that says what to do, without the platform's or the system's message. */
export function errorSentence({ code, reason, detail }: AppError): string {
  const sentence = say(reason === undefined ? `errors.${code}` : `reasons.${reason}`)
  if (detail === undefined) return sentence
  if (code === 'wrong-pin') return say('errors.triesLeft', { sentence, n: Number(detail) })
  return code === 'locked' ? waiting(sentence, Number(detail)) : sentence
}

/** Their detail is a number, which the sentence has. */
const forSentence: readonly AppError['code'][] = ['wrong-pin', 'wrong-code', 'locked']

/** The unchanged message of the platform or the system; null if it helps nobody. */
export function errorDetails({ code, detail }: AppError): string | null {
  if (detail === undefined || detail === '' || forSentence.includes(code)) return null
  return code === 'internal' ? say('errors.log', { text: detail }) : detail
}

/** Sentence and details, for ui/ErrorNote.vue. `late` replaces the sentence of `too-late`. */
export const errorNote = (
  error: AppError,
  late?: string,
): { sentence: string; details: string | null } =>
  error.code === 'too-late' && late !== undefined
    ? { sentence: late, details: null }
    : { sentence: errorSentence(error), details: errorDetails(error) }
