import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { fail, ok, type Result } from '#contract/result.ts'
import type { SecretName } from '../vault.ts'
import { practiceProfile, type Profile } from './profile.ts'

/** A connection given from outside, by flags or variables: used for this run, and never kept. */
export interface Provision {
  /** Null: what was connected last, else the practice store. */
  profile: Profile | null
  secrets: Partial<Record<SecretName, string>>
  /** Overrides the setting; 0 for any free port. */
  webhookPort: number | null
  /** Names of the dialect that the store's platform spells otherwise, over those of its profile. */
  dialect: Record<string, string>
}

/** The names of what can be given, and the variable of each. */
const variables = {
  v3Url: 'KITCHEN_PASS_V3_URL',
  v1Url: 'KITCHEN_PASS_V1_URL',
  tabsUrl: 'KITCHEN_PASS_TABS_URL',
  token: 'KITCHEN_PASS_TOKEN',
  store: 'KITCHEN_PASS_STORE',
  webhookPort: 'KITCHEN_PASS_WEBHOOK_PORT',
  webhookToken: 'KITCHEN_PASS_WEBHOOK_TOKEN',
  dialectFile: 'KITCHEN_PASS_DIALECT_FILE',
} as const

export type Given = { [Name in keyof typeof variables]?: string | undefined }

/** What the environment gives. */
export const givenBy = (env: Record<string, string | undefined>): Given =>
  Object.fromEntries(Object.entries(variables).map(([name, variable]) => [name, env[variable]]))

/** A port as text; the sentence is for a terminal. */
export const portSchema = z
  .string()
  .regex(/^\d{1,5}$/, 'is not a port')
  .transform(Number)
  .refine((port) => port <= 65_535, 'is not a port')

const url = z
  .url({ protocol: /^https?$/, error: 'is not an http address' })
  .transform((text) => text.replace(/\/+$/, ''))
const text = z.string().trim().min(1, 'is empty').max(4096, 'is too long')

const givenSchema = z.object({
  v3Url: url.optional(),
  v1Url: url.optional(),
  tabsUrl: url.optional(),
  token: text.optional(),
  store: text.optional(),
  webhookPort: portSchema.optional(),
  webhookToken: text.optional(),
  dialectFile: text.optional(),
})

const dialectSchema = z.record(z.string(), z.string().trim().min(1))

/** A JSON object of names of the dialect and what they are. Fails with a sentence that names the file. */
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
  if (parsed.success) return ok(parsed.data)
  const field = parsed.error.issues[0]?.path.join('.') ?? ''
  return fail(
    'bad-input',
    field === ''
      ? `dialectFile ${file} is not an object of names and texts`
      : `dialectFile ${file}: ${field} is not a text`,
  )
}

/** Reads what was given. Fails with `bad-input` and a sentence that names the thing, never a secret's value. */
export function readProvision(given: Given): Result<Provision> {
  const parsed = givenSchema.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return fail('bad-input', `${String(issue?.path[0])} ${issue?.message ?? 'is wrong'}`)
  }
  const { v3Url, v1Url, tabsUrl, token, store, webhookPort, webhookToken } = parsed.data
  const { dialectFile } = parsed.data
  // A token alone is for the store that was connected last: a web shell has no vault to keep one in.
  const told = [v3Url, store, v3Url === undefined ? undefined : token]
  const missing = told.filter((each) => each === undefined).length
  if (missing !== 0 && missing !== told.length)
    return fail(
      'bad-input',
      'a store needs all three: its address (v3Url), its token and its id (store)',
    )
  const dialect = readDialect(dialectFile)
  if (!dialect.ok) return dialect
  const connects = v3Url !== undefined && store !== undefined
  return ok({
    profile: connects
      ? {
          ...practiceProfile,
          mode: 'store',
          v3Url,
          v1Url: v1Url ?? null,
          tabsUrl: tabsUrl ?? null,
          storeId: store,
        }
      : null,
    secrets: {
      ...(token === undefined ? {} : { 'platform-token': token }),
      ...(webhookToken === undefined ? {} : { 'webhook-token': webhookToken }),
    },
    webhookPort: webhookPort ?? null,
    dialect: dialect.value,
  })
}
