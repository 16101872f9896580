import type { Connection } from '#platform/connection.ts'
import { createDialect, unknownNames } from '#platform/dialect.ts'
import type { Profile } from './profile.ts'

/** How the platform of a profile is reached. */
export interface ProfileConnection {
  /** Null where an address or the token is missing. */
  connection: Connection | null
  storeId: string | null
  /** Overrides that are no name of the dialect. */
  unknownNames: string[]
}

/** Version 1's address by version 3's; null where that does not end in /v3. */
const beside = (v3Url: string, segment: string): string | null =>
  v3Url.endsWith('/v3') ? v3Url.slice(0, -'v3'.length) + segment : null

/** What a profile, a token and overrides of its dialect come to. */
export function connectionOf(
  { v3Url, v1Url, tabsUrl, storeId, dialect }: Profile,
  token: string | null,
  overrides: Readonly<Record<string, string>>,
): ProfileConnection {
  const names = { ...dialect, ...overrides }
  const isWhole = v3Url !== null && token !== null
  const known = createDialect(names)
  return {
    storeId,
    unknownNames: unknownNames(names),
    connection: isWhole
      ? {
          v3Url,
          v1Url: v1Url ?? beside(v3Url, known.version1Segment),
          tabsUrl,
          token,
          channelToken: null,
          dialect: known,
        }
      : null,
  }
}
