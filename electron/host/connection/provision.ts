import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { bearersSchema, tokenSchema } from '#contract/connection/connection.ts'
import { readRelayFile } from '#contract/relay/relay-file.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { isUnencrypted } from '#contract/shared/unencrypted.ts'
import { wrongValues } from '#platform/dialect.ts'
import type { Secrets } from '../core/vault.ts'
import { openGivenSecrets, readGivenProfile, type SealedSecrets } from './given-profile.ts'
import { practiceProfile, type Profile } from './profile.ts'

/** A connection given by flags or variables. It is used for this run and never stored. */
export interface Provision {
  /** Null: the last connected store, otherwise the practice store. */
  profile: Profile | null
  secrets: Secrets
  /** Overrides the setting; 0 for any free port. */
  webhookPort: number | null
  /**
   * Names of the dialect that differ on the store's platform. They override those of its profile.
   */
  dialect: Record<string, string>
  /** Allows http, also for the last connected store. */
  allowHttp?: boolean
  /** Secrets of a setup file that its passphrase opens; they come after `secrets`. */
  sealed?: SealedSecrets | null
}

/** The names of what can be given, with their variables. */
const variables = {
  v3Url: 'KITCHEN_PASS_V3_URL',
  v1Url: 'KITCHEN_PASS_V1_URL',
  tabsUrl: 'KITCHEN_PASS_TABS_URL',
  token: 'KITCHEN_PASS_TOKEN',
  store: 'KITCHEN_PASS_STORE',
  channelId: 'KITCHEN_PASS_CHANNEL_ID',
  channelToken: 'KITCHEN_PASS_CHANNEL_TOKEN',
  webhookPort: 'KITCHEN_PASS_WEBHOOK_PORT',
  webhookToken: 'KITCHEN_PASS_WEBHOOK_TOKEN',
  relayFile: 'KITCHEN_PASS_RELAY_FILE',
  dialectFile: 'KITCHEN_PASS_DIALECT_FILE',
  allowHttp: 'KITCHEN_PASS_ALLOW_HTTP',
  profile: 'KITCHEN_PASS_PROFILE',
  profileSecrets: 'KITCHEN_PASS_PROFILE_SECRETS',
} as const

export type ProvisionInput = { [Name in keyof typeof variables]?: string | undefined }

export const provisionFromEnvironment = (env: Record<string, string | undefined>): ProvisionInput =>
  Object.fromEntries(Object.entries(variables).map(([name, variable]) => [name, env[variable]]))

/** A port as text. The error is a sentence for a terminal. */
export const portSchema = z
  .string()
  .regex(/^\d{1,5}$/, 'is not a port')
  .transform(Number)
  .refine((port) => port <= 65_535, 'is not a port')

const url = z
  .url({ protocol: /^https?$/, error: 'is not an http address' })
  .refine((text) => !text.includes('@'), 'has a name or a password in it, and must have none')
  .transform((text) => text.replace(/\/+$/, ''))
const text = z.string().trim().min(1, 'is empty').max(4096, 'is too long')

/** The text of a relay's file. The message names its wrong field and no value. */
const relayFileText = z.string().check(({ value, issues }) => {
  const read = readRelayFile(value)
  if (read.ok) return
  const message = `is not a file for a relay: ${read.error.detail ?? ''}`
  issues.push({ code: 'custom', input: '', message })
})

const inputSchema = z.object({
  v3Url: url.optional(),
  v1Url: url.optional(),
  tabsUrl: url.optional(),
  token: tokenSchema.optional(),
  store: text.optional(),
  channelId: text.max(100, 'is too long').optional(),
  channelToken: tokenSchema.optional(),
  webhookPort: portSchema.optional(),
  webhookToken: bearersSchema.optional(),
  relayFile: relayFileText.optional(),
  dialectFile: text.optional(),
  allowHttp: z
    .enum(['1', 'true', '0', 'false', ''], 'is neither 1 nor 0')
    .transform((word) => word === '1' || word === 'true')
    .optional(),
  profile: text.optional(),
  profileSecrets: z.string().optional(),
})
type ParsedInput = z.output<typeof inputSchema>

/** The message for an address with http, in a terminal. */
export const unencryptedMessage =
  'uses http, which is not encrypted. Anybody on the network could read the token, the orders and the guests. Use https, or allow http with --allow-http (KITCHEN_PASS_ALLOW_HTTP=1).'

const dialectSchema = z.record(z.string(), z.string().trim().min(1))

/**
 * A JSON object that maps names of the dialect to values. Fails with a sentence that names the file
 * and the name.
 */
function readDialect(file: string | undefined): Result<Record<string, string>> {
  if (file === undefined) return ok({})
  let json: unknown
  try {
    json = JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    const isJson = cause instanceof SyntaxError
    return fail('bad-input', `dialectFile ${file} ${isJson ? 'is not JSON' : 'cannot be read'}`)
  }
  const parsed = dialectSchema.safeParse(json)
  if (parsed.success) {
    const [wrong] = wrongValues(parsed.data)
    return wrong === undefined
      ? ok(parsed.data)
      : fail('bad-input', `dialectFile ${file}: ${wrong.sentence}`)
  }
  const field = parsed.error.issues[0]?.path.join('.') ?? ''
  return fail(
    'bad-input',
    field === ''
      ? `dialectFile ${file} is not an object of names and texts`
      : `dialectFile ${file}: ${field} is not a text`,
  )
}

/** Secrets by the names that the vault has for them. */
function secretsOf({ token, webhookToken, channelToken, relayFile }: ParsedInput): Secrets {
  return {
    ...(token === undefined ? {} : { 'platform-token': token }),
    ...(webhookToken === undefined ? {} : { 'webhook-token': webhookToken }),
    ...(channelToken === undefined ? {} : { 'channel-token': channelToken }),
    ...(relayFile === undefined ? {} : { 'relay-file': relayFile }),
  }
}

/**
 * What was given, with the secrets of its setup file. Rejects with a sentence if they can't be
 * opened.
 */
export async function openSealedSecrets(
  provision: Provision,
  passphrase: string | null,
): Promise<Provision> {
  const { sealed = null, secrets } = provision
  if (sealed === null) return provision
  const opened = await openGivenSecrets(sealed, passphrase)
  return { ...provision, sealed: null, secrets: { ...opened, ...secrets } }
}

/** The store of a setup file. Its secrets come after those given beside it. */
function provisionOfFile(path: string, input: ParsedInput): Result<Provision> {
  const { v3Url, v1Url, tabsUrl, channelId, dialectFile, webhookPort } = input
  if ([v3Url, v1Url, tabsUrl, channelId, dialectFile].some((each) => each !== undefined))
    return fail(
      'bad-input',
      'a setup file (profile) sets the addresses, the channel and the dialect: give none of them besides it',
    )
  const read = readGivenProfile(path, input.store, input.profileSecrets)
  if (!read.ok) return read
  const { profile, secrets, sealed } = read.value
  return ok({
    profile,
    secrets: { ...secrets, ...secretsOf(input) },
    sealed,
    webhookPort: webhookPort ?? null,
    dialect: {},
  })
}

/**
 * Parses the given values. Fails with `bad-input` and a sentence that names the problem, never a
 * secret.
 */
export function readProvision(input: ProvisionInput): Result<Provision> {
  const parsed = inputSchema.safeParse(input)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return fail('bad-input', `${String(issue?.path[0])} ${issue?.message ?? 'is wrong'}`)
  }
  if (parsed.data.profile !== undefined) return provisionOfFile(parsed.data.profile, parsed.data)
  const { v3Url, v1Url, tabsUrl, token, store, webhookPort } = parsed.data
  const { dialectFile, channelId, channelToken, allowHttp = false } = parsed.data
  for (const [name, address] of Object.entries({ v3Url, v1Url, tabsUrl }))
    if (!allowHttp && address !== undefined && isUnencrypted(address))
      return fail('bad-input', `${name} ${unencryptedMessage}`, 'unencrypted')
  // A token alone is for the last connected store: a web shell has no vault for it.
  const storeValues = [v3Url, store, v3Url === undefined ? undefined : token]
  const missing = storeValues.filter((each) => each === undefined).length
  if (missing !== 0 && missing !== storeValues.length)
    return fail(
      'bad-input',
      'a store needs an address (v3Url), a token and an id (store); at least one is missing',
    )
  const connects = v3Url !== undefined && store !== undefined
  // In the same way, a channel's token alone is for the last given channel.
  const hasChannel = channelId !== undefined || (connects && channelToken !== undefined)
  if (hasChannel && (!connects || [tabsUrl, channelId, channelToken].includes(undefined)))
    return fail(
      'bad-input',
      'a sales channel needs a store, its address (tabsUrl), its id (channelId) and its token (channelToken)',
    )
  const dialect = readDialect(dialectFile)
  if (!dialect.ok) return dialect
  return ok({
    profile: connects
      ? {
          ...practiceProfile,
          mode: 'store',
          v3Url,
          v1Url: v1Url ?? null,
          tabsUrl: tabsUrl ?? null,
          storeId: store,
          salesChannelConfigId: channelId ?? null,
          allowHttp,
        }
      : null,
    secrets: secretsOf(parsed.data),
    webhookPort: webhookPort ?? null,
    dialect: dialect.value,
    allowHttp,
  })
}
