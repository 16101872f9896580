import type { AppError, ErrorReason } from '#contract/shared/result.ts'
import { errorNote } from '../locales/error-sentence.ts'
import { say } from './messages.ts'

/** Fields that few stores need, by their names in `connection.connect`. */
export const furtherNames = ['v1Url', 'tabsUrl', 'salesChannelConfigId', 'channelToken'] as const

/** The fields that an error can name, by their names in `connection.connect`. */
const fields = ['v3Url', 'token', ...furtherNames] as const
export type Field = (typeof fields)[number]

/** The field at fault when an error names none. */
const fieldByReason: Partial<Record<ErrorReason, Field>> = {
  'no-address': 'v3Url',
  'no-such-name': 'v3Url',
  'nobody-listens': 'v3Url',
  'no-such-path': 'v3Url',
  'web-page': 'v3Url',
  'other-answer': 'v3Url',
  unencrypted: 'v3Url',
  'bad-token': 'token',
  'token-refused': 'token',
  'rights-missing': 'token',
}

/** `detail` is only a field's name, which helps nobody. */
const isField = (detail: string | undefined): boolean => fields.some((field) => field === detail)

/** The field that an error names; null if it names none. */
export function wrongField({ detail, reason }: AppError): Field | null {
  const name = detail?.split(':')[0]
  const named = fields.find((field) => field === name)
  return named ?? (reason === undefined ? null : (fieldByReason[reason] ?? null))
}

/** The text of an error in the form. A field without a reason is missing for the sales channel. */
export function noteOf(error: AppError): ReturnType<typeof errorNote> {
  if (!isField(error.detail)) return errorNote(error)
  return error.reason === undefined
    ? { sentence: say('connection.channelLacks'), details: null }
    : { ...errorNote(error), details: null }
}
