import { assertNever, type AppError } from '#contract/result.ts'
import { say } from './i18n.ts'

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
    case 'not-found':
    case 'too-late':
      return sentence
    default:
      return assertNever(code)
  }
}
