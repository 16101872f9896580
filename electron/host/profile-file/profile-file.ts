import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { isUnencrypted } from '#contract/shared/unencrypted.ts'
import { maxProfileLetters } from '#contract/shared/text-file-limits.ts'
import { ok, type Result } from '#contract/shared/result.ts'
import { readValue } from '#contract/settings/read-value.ts'
import type { Owner } from '#contract/settings/row.ts'
import type { Preferences, Settings } from '#contract/settings/settings.ts'
import { valuedRows } from '#contract/settings/table.ts'
import { unknownNames, wrongValues } from '#platform/dialect.ts'
import { parseAs, refuse } from './parse-as.ts'
import { profileFileSchema, type ProfileFile, type StoreSetup } from './schema.ts'

export {
  noSecrets,
  openSealed,
  readSecrets,
  sealSecrets,
  secretsOf,
  wrongPassphrase,
} from './profile-secrets.ts'

export {
  storeSetupSchema,
  type ProfileFile,
  type ProfileSecrets,
  type StoreSetup,
} from './schema.ts'

/** One store of a setup file, with what holds for all. */
export interface ResolvedStore {
  storeId: string
  v3Url: string
  v1Url: string | null
  tabsUrl: string | null
  salesChannelConfigId: string | null
  allowHttp: boolean
  dialect: Record<string, string>
  setup: StoreSetup
}

export interface ResolvedProfile {
  file: ProfileFile
  stores: ResolvedStore[]
}

function resolve({ common = {}, stores }: ProfileFile): ResolvedStore[] {
  return stores.map(({ name, storeId, ...own }) => {
    const all = { ...common, ...own }
    return {
      storeId,
      v3Url: all.v3Url ?? '',
      v1Url: all.v1Url ?? null,
      tabsUrl: all.tabsUrl ?? null,
      salesChannelConfigId: all.salesChannelConfigId ?? null,
      allowHttp: all.allowHttp ?? false,
      dialect: { ...common.dialect, ...own.dialect },
      setup: {
        name,
        locked: all.locked ?? false,
        settings: { ...common.settings, ...own.settings },
        screens: (all.screens ?? []).map(({ preferences = {}, ...screen }) => ({
          ...screen,
          preferences,
        })),
        printers: all.printers ?? [],
        keyMenuPath: all.keyMenuPath ?? null,
      },
    }
  })
}

/** What is wrong with a store once everything is put together. */
function faultsOf(store: ResolvedStore, nth: number): string[] {
  const at = `stores[${String(nth)}]`
  const lines: string[] = []
  if (store.v3Url === '') lines.push(`${at}.v3Url: is missing here and in common`)
  for (const name of ['v3Url', 'v1Url', 'tabsUrl'] as const)
    if (!store.allowHttp && isUnencrypted(store[name] ?? ''))
      lines.push(`${at}.${name}: is not encrypted. Use https, or set allowHttp to true`)
  if (store.salesChannelConfigId !== null && store.tabsUrl === null)
    lines.push(`${at}.tabsUrl: is missing, and a sales channel needs it`)
  for (const name of unknownNames(store.dialect))
    lines.push(
      `${at}.dialect.${name.slice(0, 60)}: is no name of the dialect (kitchen-pass doctor lists them)`,
    )
  for (const { name, sentence } of wrongValues(store.dialect))
    lines.push(`${at}.dialect.${name}: ${sentence}`)
  return lines
}

/**
 * A setup file. Fails with `bad-input` and one line for each wrong place: its path and what is
 * allowed there.
 */
export function readProfileFile(text: string): Result<ResolvedProfile> {
  if (text.length > maxProfileLetters) return refuse(['It is larger than 256 kB.'])
  const file = parseAs(profileFileSchema, text)
  if (!file.ok) return file
  const stores = resolve(file.value)
  const lines = stores.flatMap(faultsOf)
  return lines.length > 0 ? refuse(lines) : ok({ file: file.value, stores })
}

/** The documented form of a setup file. */
export const profileJsonSchema = (): unknown =>
  z.toJSONSchema(profileFileSchema, { io: 'input', unrepresentable: 'any' })

const rulesOf = (of: Owner) => new Map(valuedRows(of).map(([key, { rule }]) => [key, rule]))
const rules = { restaurant: rulesOf('restaurant'), screen: rulesOf('screen') }

/** The values that this version knows; the others are left out. */
function knownValues(of: Owner, values: Readonly<Record<string, unknown>>) {
  const valid = Object.entries(values).flatMap(([key, stored]) => {
    const rule = rules[of].get(key)
    const value = rule === undefined ? undefined : readValue(rule, stored)
    return value === undefined ? [] : [[key, value] as const]
  })
  return Object.fromEntries(valid)
}

export const setupPreferences = (values: Readonly<Record<string, unknown>>): Partial<Preferences> =>
  knownValues('screen', values)

export const setupSettings = ({ settings }: Pick<StoreSetup, 'settings'>): Partial<Settings> =>
  knownValues('restaurant', settings)

/** The first setting that a change would take away from a locked setup; null if it takes none. */
export function lockedSetting(
  setup: StoreSetup | null | undefined,
  change: Readonly<Record<string, unknown>>,
): string | null {
  if (setup?.locked !== true) return null
  const set: Record<string, unknown> = setupSettings(setup)
  return (
    Object.keys(change).find(
      (key) => change[key] !== undefined && key in set && !isDeepStrictEqual(change[key], set[key]),
    ) ?? null
  )
}
