import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isUnencrypted } from '#contract/shared/unencrypted.ts'
import { readAddress } from '#domain/connection/address.ts'
import type { Connection } from '#platform/connection.ts'
import { replaceFile } from '../db/files.ts'
import { storeSetupSchema, type ResolvedStore } from '../profile-file/profile-file.ts'
import { createDialect, unknownNames, wrongValues, type WrongValue } from '#platform/dialect.ts'

/**
 * An address without a name and password that someone wrote into it: no file and no screen may have
 * them.
 */
const address = z.string().transform((text, context) => {
  if (!text.includes('@')) return text
  if (!URL.canParse(text)) {
    context.addIssue({ code: 'custom', message: 'is no address' })
    return z.NEVER
  }
  const url = new URL(text)
  url.username = ''
  url.password = ''
  return url.href.replace(/\/+$/, '')
})

/** Which store is open. It has no secrets; those are in the vault. */
const profileSchema = z.strictObject({
  mode: z.enum(['practice', 'store']),
  v3Url: address.nullable(),
  v1Url: address.nullable(),
  tabsUrl: address.nullable(),
  storeId: z.string().nullable(),
  /** Of the external sales channel; older profiles have none. */
  salesChannelConfigId: z.string().nullable().default(null),
  /** Whether addresses with http may be used; older profiles don't allow it. */
  allowHttp: z.boolean().default(false),
  dialect: z.record(z.string(), z.string()),
  /** What a setup file sets in this store; older profiles have none. */
  setup: storeSetupSchema.nullable().default(null),
})
export type Profile = z.infer<typeof profileSchema>

export const practiceProfile: Profile = {
  mode: 'practice',
  v3Url: null,
  v1Url: null,
  tabsUrl: null,
  storeId: null,
  salesChannelConfigId: null,
  allowHttp: false,
  dialect: {},
  setup: null,
}

/** A store of a setup file as a connection profile. */
export const toProfile = ({ setup, ...connection }: ResolvedStore): Profile => ({
  ...practiceProfile,
  mode: 'store',
  ...connection,
  setup,
})

export const profileFile = 'connection.json'

/** The content of a file; undefined if it is no JSON, and null if there is no file. */
function contentOf(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    throw cause
  }
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/**
 * The connection profile on disk; null if there is none, or it lost its content (empty, cut off, full
 * of zeros). Throws a sentence if it is another one than we write.
 */
export function readProfile(dataDir: string): Profile | null {
  const stored = contentOf(join(dataDir, profileFile))
  if (stored === null || stored === undefined) return null
  const read = profileSchema.safeParse(stored)
  if (read.success) return read.data
  throw new Error('connection.json cannot be read: mend it, or delete it to connect again', {
    cause: read.error,
  })
}

/**
 * Writes all or nothing: after a power cut the old profile is still there. One without its content is
 * put aside.
 */
export function writeProfile(dataDir: string, profile: Profile): void {
  const path = join(dataDir, profileFile)
  const isDamaged = contentOf(path) === undefined
  replaceFile(path, `${JSON.stringify(profile, null, 2)}\n`, { isDamaged })
}

/** Whether a profile is of this store, however its address is spelled. */
export const isStoreOf = (
  profile: Pick<Profile, 'v3Url' | 'storeId'>,
  v3Url: string,
  storeId: string | null,
): boolean => profile.storeId === storeId && readAddress(profile.v3Url ?? '') === readAddress(v3Url)

export interface ProfileConnection {
  /** Null if an address or the token is missing. */
  connection: Connection | null
  storeId: string | null
  unknownNames: string[]
  wrongValues: WrongValue[]
}

/** Version 1's address next to version 3's; null if that doesn't end in /v3. */
const siblingPath = (v3Url: string, segment: string): string | null =>
  v3Url.endsWith('/v3') ? v3Url.slice(0, -'v3'.length) + segment : null

interface Tokens {
  token: string | null
  /** Of the sales channel in the profile. */
  channelToken: string | null
}

/** The connection from a profile, its tokens and overrides of its dialect. */
export function connectionOf(
  { v3Url, v1Url, tabsUrl, storeId, salesChannelConfigId, allowHttp, dialect }: Profile,
  { token, channelToken }: Tokens,
  overrides: Readonly<Record<string, string>>,
): ProfileConnection {
  const names = { ...dialect, ...overrides }
  const isWhole = v3Url !== null && token !== null
  const ownDialect = createDialect(names)
  return {
    storeId,
    unknownNames: unknownNames(names),
    wrongValues: wrongValues(names),
    connection: isWhole
      ? {
          v3Url,
          v1Url: v1Url ?? siblingPath(v3Url, ownDialect.version1Segment),
          tabsUrl,
          token,
          // A token left from another channel must not be used.
          channelToken: salesChannelConfigId === null ? null : channelToken,
          salesChannelConfigId,
          allowHttp,
          dialect: ownDialect,
        }
      : null,
  }
}

/** Nothing is sent, because the address uses http and nobody has allowed that. */
export const isBlockedUnencrypted = ({ v3Url, v1Url, allowHttp }: Connection): boolean =>
  allowHttp !== true && [v3Url, v1Url].some((url) => url !== null && isUnencrypted(url))
