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
})

/** Reads what was given. Fails with `bad-input` and a sentence that names the thing, never a secret's value. */
export function readProvision(given: Given): Result<Provision> {
  const parsed = givenSchema.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    return fail('bad-input', `${String(issue?.path[0])} ${issue?.message ?? 'is wrong'}`)
  }
  const { v3Url, v1Url, tabsUrl, token, store, webhookPort, webhookToken } = parsed.data
  const told = [v3Url, token, store].filter((each) => each !== undefined).length
  if (told !== 0 && told !== 3)
    return fail(
      'bad-input',
      'a store needs all three: its address (v3Url), its token and its id (store)',
    )
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
  })
}
