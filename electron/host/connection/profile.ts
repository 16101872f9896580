import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** An address without the name and the password that somebody has written into it: they belong into no file, and on no screen. */
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

/** Which store is behind the glass. No secret is in it: those rest in the vault. */
const profileSchema = z.strictObject({
  mode: z.enum(['practice', 'store']),
  v3Url: address.nullable(),
  v1Url: address.nullable(),
  tabsUrl: address.nullable(),
  storeId: z.string().nullable(),
  /** Of the outside sales channel; profiles that are older have none. */
  salesChannelConfigId: z.string().nullable().default(null),
  /** Whether addresses with http may be asked; profiles that are older have not allowed it. */
  allowHttp: z.boolean().default(false),
  /** Names of the dialect that this platform spells otherwise. */
  dialect: z.record(z.string(), z.string()),
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
}

/** The connection profile on disk; null where there is none yet. Throws a sentence where it cannot be read. */
export function readProfile(dataDir: string): Profile | null {
  let text: string
  try {
    text = readFileSync(join(dataDir, 'connection.json'), 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null
    throw cause
  }
  try {
    return profileSchema.parse(JSON.parse(text))
  } catch (cause) {
    throw new Error('connection.json cannot be read: mend it, or delete it to connect again', {
      cause,
    })
  }
}

/** Whole or not at all: a power cut leaves the old profile. */
export function writeProfile(dataDir: string, profile: Profile): void {
  const path = join(dataDir, 'connection.json')
  writeFileSync(`${path}.new`, `${JSON.stringify(profile, null, 2)}\n`, {
    mode: 0o600,
    flush: true,
  })
  renameSync(`${path}.new`, path)
}
