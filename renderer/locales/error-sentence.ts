import type { AppError } from '#contract/result.ts'
import { say } from './i18n.ts'

/** What is to be waited for: seconds up to a minute, whole minutes from there. */
const waiting = (sentence: string, seconds: number): string =>
  seconds <= 60
    ? say('errors.waitSeconds', { sentence, n: seconds })
    : say('errors.waitMinutes', { sentence, n: Math.ceil(seconds / 60) })

/** An error as a sentence that says what to do; what the platform or the system said is not in it. */
export function errorSentence({ code, reason, detail }: AppError): string {
  const sentence = say(reason === undefined ? `errors.${code}` : `reasons.${reason}`)
  if (detail === undefined) return sentence
  if (code === 'wrong-pin') return say('errors.triesLeft', { sentence, n: Number(detail) })
  return code === 'locked' ? waiting(sentence, Number(detail)) : sentence
}

/** What the platform or the system said, as it came, for who wants to know; null where that helps nobody. */
export function errorDetails({ code, detail }: AppError): string | null {
  if (detail === undefined || detail === '' || code === 'wrong-pin' || code === 'locked')
    return null
  return code === 'internal' ? say('errors.log', { text: detail }) : detail
}

/** Both, for where an error is shown at length (ui/ErrorNote.vue); `late` says what to do where it came too late. */
export const errorNote = (
  error: AppError,
  late?: string,
): { sentence: string; details: string | null } =>
  error.code === 'too-late' && late !== undefined
    ? { sentence: late, details: null }
    : { sentence: errorSentence(error), details: errorDetails(error) }
