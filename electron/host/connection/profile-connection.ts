import { isUnencrypted } from '#contract/connection.ts'
import type { Connection } from '#platform/connection.ts'
import { createDialect, unknownNames, wrongValues, type WrongValue } from '#platform/dialect.ts'
import type { Profile } from './profile.ts'

/** How the platform of a profile is reached. */
export interface ProfileConnection {
  /** Null where an address or the token is missing. */
  connection: Connection | null
  storeId: string | null
  /** Overrides that are no name of the dialect. */
  unknownNames: string[]
  /** Overrides with a value that their names cannot have. */
  wrongValues: WrongValue[]
}

/** Version 1's address by version 3's; null where that does not end in /v3. */
const beside = (v3Url: string, segment: string): string | null =>
  v3Url.endsWith('/v3') ? v3Url.slice(0, -'v3'.length) + segment : null

/** The secrets of a connection. */
interface Tokens {
  token: string | null
  /** Of the sales channel that the profile names. */
  channelToken: string | null
}

/** What a profile, its tokens and overrides of its dialect come to. */
export function connectionOf(
  { v3Url, v1Url, tabsUrl, storeId, salesChannelConfigId, allowHttp, dialect }: Profile,
  { token, channelToken }: Tokens,
  overrides: Readonly<Record<string, string>>,
): ProfileConnection {
  const names = { ...dialect, ...overrides }
  const isWhole = v3Url !== null && token !== null
  const known = createDialect(names)
  return {
    storeId,
    unknownNames: unknownNames(names),
    wrongValues: wrongValues(names),
    connection: isWhole
      ? {
          v3Url,
          v1Url: v1Url ?? beside(v3Url, known.version1Segment),
          tabsUrl,
          token,
          // One that is left over from another channel is not this one's.
          channelToken: salesChannelConfigId === null ? null : channelToken,
          salesChannelConfigId,
          allowHttp,
          dialect: known,
        }
      : null,
  }
}

/** Whether nothing is sent from here: its address has http, and nobody has allowed that. */
export const isHeldBack = ({ v3Url, v1Url, allowHttp }: Connection): boolean =>
  allowHttp !== true && [v3Url, v1Url].some((url) => url !== null && isUnencrypted(url))
