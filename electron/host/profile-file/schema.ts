import { z } from 'zod'
import { roles } from '#contract/shared/caller.ts'
import { bearersSchema, tokenSchema } from '#contract/connection/connection.ts'
import { languages } from '#contract/shared/languages.ts'
import { printerAddress, highestPort, rollWidths, usualPort } from '#contract/printers/fields.ts'
import { printerInput } from '#contract/printers/printers.ts'
import type { Preferences, Settings } from '#contract/settings/settings.ts'
import type { Owner, Rule } from '#contract/settings/row.ts'
import { valuedRows } from '#contract/settings/table.ts'
import { minWebhookToken } from '#contract/connection/webhook-token.ts'
import { wallCommands } from '#contract/settings/fields.ts'
import { sealedSchema } from '../sealing/sealing.ts'

/**
 * The rule of a setting as a schema that says what is allowed, and that a JSON Schema can be made
 * of. `readValue` of the contract accepts the same; a test compares them.
 */
export function ruleSchema(rule: Rule): z.ZodType {
  switch (rule.is) {
    case 'yes-no':
      return z.boolean()
    case 'number': {
      const number = (rule.whole ? z.int() : z.number()).min(rule.min).max(rule.max)
      return rule.orNone ? number.nullable() : number
    }
    case 'one-of':
      return z.literal([...rule.values])
    case 'text': {
      const text = z.string().trim().min(rule.min).max(rule.max)
      return rule.pattern === undefined ? text : text.regex(RegExp(rule.pattern, 'u'))
    }
    case 'list':
      return z.array(ruleSchema(rule.of)).max(rule.max)
    case 'wall-keys':
      return z.partialRecord(z.enum(wallCommands), z.string().min(1).max(40))
  }
}

/** Names that look like a secret, so that the message can say where secrets go. */
const secretName = /token|key|secret|password|bearer/i

/** An object without other fields. The message says which fields there are. */
function strict<const Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error(issue) {
      if (issue.code !== 'unrecognized_keys') return undefined
      const names = issue.keys.map((name) => JSON.stringify(name.slice(0, 60))).join(', ')
      const secrets = issue.keys.some((name) => secretName.test(name))
        ? ' Secrets are never in clear here: put them into a file of their own, or seal them.'
        : ''
      return `unknown: ${names}. Allowed: ${Object.keys(shape).join(', ')}.${secrets}`
    },
  })
}

/** All values are optional, because a profile sets only some. */
const valuesOf = (of: Owner, without: readonly string[] = []) =>
  strict(
    Object.fromEntries(
      valuedRows(of)
        .filter(([key]) => !without.includes(key))
        .map(([key, { rule }]) => [key, ruleSchema(rule).optional()]),
    ),
  )

const address = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with https://' })
  .refine((text) => !text.includes('@'), 'must have no name and no password in it')
  .transform((text) => text.replace(/\/+$/, ''))

const name = z.string().trim().min(1).max(40)

const unique = <Item>(what: string, keyOf: (item: Item) => string) => ({
  check: (items: readonly Item[]) => new Set(items.map(keyOf)).size === items.length,
  error: `must have different ${what}`,
})
const names = unique('names', ({ name }: { name: string }) => name.toLowerCase())

/** A name of a screen is its own, and whether it was welcomed isn't set from outside. */
const preferences = valuesOf('screen', ['screenName', 'isWelcomed']) as unknown as z.ZodType<
  Partial<Preferences>
>
const settingsOfFile = valuesOf('restaurant') as unknown as z.ZodType<Partial<Settings>>

const screen = strict({
  name,
  role: z.enum(roles),
  preferences: preferences.optional(),
})

/** What a printer can print. Absent in files of earlier versions. */
const { columns, letters, images } = printerInput.shape
const printerLook = { columns, letters, images }

const printer = strict({
  name,
  address: z.string().trim().regex(printerAddress, 'must be a name or an address without http://'),
  port: z.int().min(1).max(highestPort).default(usualPort),
  width: z.literal(rollWidths).default(80),
  language: z.enum(languages),
  ...printerLook,
})

const menuPath = z.string().trim().min(1).max(200)

const ofStore = {
  v3Url: address.optional().describe('The platform’s version 3 API, ending in /v3.'),
  v1Url: address.optional(),
  tabsUrl: address.optional(),
  salesChannelConfigId: z.string().trim().min(1).max(100).optional(),
  allowHttp: z.boolean().optional().describe('Allows addresses with http.'),
  dialect: z.record(z.string(), z.string().trim().min(1).max(1000)).optional(),
  settings: settingsOfFile.optional(),
  screens: z.array(screen).max(100).refine(names.check, names.error).optional(),
  printers: z.array(printer).max(20).refine(names.check, names.error).optional(),
  keyMenuPath: z
    .union([menuPath, z.partialRecord(z.enum(languages), menuPath)])
    .optional()
    .describe('Where the platform’s settings have the access key; one text, or one per language.'),
  locked: z.boolean().optional().describe('What the file sets can’t be changed on the screens.'),
}

const storeId = z.string().trim().min(1).max(100)
const stores = unique('storeIds', ({ storeId: each }: { storeId: string }) => each)

/** The most stores of one file. */
const maxStores = 500

/** A setup file (docs/it/provisioning.md). */
export const profileFileSchema = strict({
  $schema: z.string().max(1000).optional(),
  version: z.literal(1),
  common: strict(ofStore)
    .optional()
    .describe('What holds for every store that doesn’t override it.'),
  stores: z
    .array(strict({ name: z.string().trim().min(1).max(100), storeId, ...ofStore }))
    .min(1)
    .max(maxStores)
    .refine(stores.check, stores.error),
  sealed: sealedSchema.optional().describe('Secrets, made by kitchen-pass profile --seal.'),
})
export type ProfileFile = z.output<typeof profileFileSchema>

const secretsOfStore = strict({
  accessKey: tokenSchema.optional(),
  webhookToken: bearersSchema.pipe(z.string().min(minWebhookToken)).optional(),
  channelToken: tokenSchema.optional(),
})

/** The secrets of a setup file, in a file of their own or sealed. */
export const profileSecretsSchema = strict({
  common: secretsOfStore.optional(),
  stores: z.record(storeId, secretsOfStore).optional(),
})
export type ProfileSecrets = z.output<typeof profileSecretsSchema>

/** What is kept of a store in a setup file, besides its connection. */
export const storeSetupSchema = z.object({
  name: z.string(),
  locked: z.boolean(),
  /** Checked when they are used: another version may have other rules. */
  settings: z.record(z.string(), z.unknown()),
  screens: z.array(
    z.object({
      name: z.string(),
      role: z.enum(roles),
      preferences: z.record(z.string(), z.unknown()),
    }),
  ),
  printers: z.array(
    z.object({
      name: z.string(),
      address: z.string(),
      port: z.number(),
      width: z.literal(rollWidths),
      language: z.enum(languages),
      ...printerLook,
    }),
  ),
  keyMenuPath: z.union([z.string(), z.partialRecord(z.enum(languages), z.string())]).nullable(),
})
export type StoreSetup = z.output<typeof storeSetupSchema>
