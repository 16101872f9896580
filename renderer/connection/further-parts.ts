import type { ConnectionView, TokenView } from '#contract/connection.ts'
import type { AppError } from '#contract/result.ts'
import { errorNote } from '../locales/error-sentence.ts'
import { say } from './words.ts'

/** What few shops have to say of their connection, by its names in `connection.connect`; empty where nothing. */
export interface FurtherParts {
  v1Url: string
  tabsUrl: string
  salesChannelConfigId: string
  channelToken: string
}

/** What is known besides of the platform that was found: it belongs to that one, and is told to no other. */
export function knownParts(connection: ConnectionView | null, found?: TokenView): FurtherParts {
  const known = found !== undefined && connection?.v3Url === found.v3Url ? connection : null
  return {
    v1Url: known?.v1Url ?? '',
    tabsUrl: known?.tabsUrl ?? '',
    salesChannelConfigId: known?.salesChannelConfigId ?? '',
    channelToken: '',
  }
}

/** The part of this name as the form calls it; null where it is none. */
export function partLabel(name: string | undefined): string | null {
  switch (name) {
    case 'v1Url':
      return say('connection.v1Url')
    case 'tabsUrl':
      return say('connection.tabsUrl')
    case 'salesChannelConfigId':
      return say('connection.channelId')
    case 'channelToken':
      return say('connection.channelToken')
    case 'webhookToken':
      return say('connection.webhookToken')
    default:
      return null
  }
}

/** What went wrong, for the form: a part that is said to be wrong without a reason is missing for the sales channel. */
export const noteOf = (error: AppError): ReturnType<typeof errorNote> =>
  partLabel(error.words) !== null && error.reason === undefined
    ? { sentence: say('connection.channelLacks'), details: null }
    : errorNote(error)
