import type { ConnectionView, TokenView } from '#contract/connection.ts'
import type { AppError, ErrorReason } from '#contract/result.ts'
import { errorNote } from '../locales/error-sentence.ts'
import { say } from './messages.ts'

/** What is known besides of the platform that was found: it belongs to that one, and is told to no other. */
export function knownParts(connection: ConnectionView | null, found: TokenView) {
  const known = connection?.v3Url === found.v3Url ? connection : null
  return {
    v1Url: known?.v1Url ?? '',
    tabsUrl: known?.tabsUrl ?? '',
    salesChannelConfigId: known?.salesChannelConfigId ?? '',
    channelToken: '',
  }
}

/** What few shops have to say of their connection, by its names in `connection.connect`. */
export const furtherNames = ['v1Url', 'tabsUrl', 'salesChannelConfigId', 'channelToken'] as const

/** The fields that an error can be about, by their names in `connection.connect`. */
const fields = ['v3Url', 'token', 'webhookToken', ...furtherNames] as const
export type Field = (typeof fields)[number]

/** What is wrong where an error names no field: the platform's address, or its token. */
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

/** Whether `detail` is no more than a field's name, which helps nobody. */
const isField = (detail: string | undefined): boolean => fields.some((field) => field === detail)

/** The field that an error is about; null where it is about none of them. */
export function wrongField({ detail, reason }: AppError): Field | null {
  const name = detail?.split(':')[0]
  const named = fields.find((field) => field === name)
  return named ?? (reason === undefined ? null : (fieldByReason[reason] ?? null))
}

/** What went wrong, for the form: a part that is said to be wrong without a reason is missing for the sales channel. */
export function noteOf(error: AppError): ReturnType<typeof errorNote> {
  if (!isField(error.detail)) return errorNote(error)
  return error.reason === undefined
    ? { sentence: say('connection.channelLacks'), details: null }
    : { ...errorNote(error), details: null }
}
