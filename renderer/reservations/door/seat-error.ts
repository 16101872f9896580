import type { AppError } from '#contract/shared/result.ts'
import { errorNote } from '../../locales/error-sentence.ts'
import { say } from '../messages.ts'

/** Why guests could not be seated. Another screen may have been faster. */
export function seatError(error: AppError): ReturnType<typeof errorNote> {
  const codes = (error.detail ?? '').split(' ')
  if (codes.includes('table-taken')) return errorNote(error, say('door.justTaken'))
  return errorNote(error, codes.includes('needed-soon') ? say('door.justReserved') : undefined)
}
