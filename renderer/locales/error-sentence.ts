import { assertNever, type AppError } from '#contract/result.ts'
import { say } from './i18n.ts'

/** What is to be waited for: seconds up to a minute, whole minutes from there. */
const waiting = (sentence: string, seconds: number): string =>
  seconds <= 60
    ? say('errors.waitSeconds', { sentence, n: seconds })
    : say('errors.waitMinutes', { sentence, n: Math.ceil(seconds / 60) })

/** An error as a sentence, with the words of the platform or the system where they help a person. */
export function errorSentence({ code, words }: AppError): string {
  const sentence = say(`errors.${code}`)
  if (words === undefined || words === '') return sentence
  switch (code) {
    case 'bad-input':
    case 'unauthorised':
    case 'refused':
    case 'unreachable':
    case 'not-the-platform':
    case 'no-vault':
    case 'storage':
      return say('errors.said', { sentence, words })
    case 'internal':
      return say('errors.log', { sentence, words })
    case 'wrong-pin':
      return say('errors.triesLeft', { sentence, n: Number(words) })
    case 'locked':
      return waiting(sentence, Number(words))
    case 'not-found':
    case 'too-late':
    case 'not-allowed':
      return sentence
    default:
      return assertNever(code)
  }
}
