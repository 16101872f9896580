import { defaultPreferences } from '#contract/settings/default-preferences.ts'
import type { Preferences } from '#contract/settings/settings.ts'
import { orderTypes, type OrderType } from '#contract/tickets/ticket.ts'
import { wallCommands, wallSizes, type WallCommand } from '#contract/settings/fields.ts'
import { languages } from '../locales/word-table.ts'

const oneOf =
  <Value>(...values: readonly Value[]) =>
  (kept: unknown): Value | undefined =>
    values.find((value) => value === kept)

const yesOrNo = oneOf(true, false)

function volume(kept: unknown): number | undefined {
  return typeof kept === 'number' && kept >= 0 && kept <= 1 ? kept : undefined
}

function types(kept: unknown): OrderType[] | undefined {
  const known = Array.isArray(kept) ? kept.map(oneOf(...orderTypes)) : [undefined]
  return known.every((type) => type !== undefined) ? known : undefined
}

function screenName(kept: unknown): string | undefined {
  const name = typeof kept === 'string' ? kept.trim() : undefined
  return name !== undefined && name.length <= 40 ? name : undefined
}

function columns(kept: unknown): number | null | undefined {
  if (kept === null) return null
  return Number.isInteger(kept) && Number(kept) >= 2 && Number(kept) <= 10
    ? Number(kept)
    : undefined
}

const command = oneOf(...wallCommands)

function learnedKeys(kept: unknown): Partial<Record<WallCommand, string>> | undefined {
  if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return undefined
  const keys: Partial<Record<WallCommand, string>> = {}
  for (const [name, key] of Object.entries(kept)) {
    const known = command(name)
    if (known === undefined || typeof key !== 'string' || key === '' || key.length > 40) return
    keys[known] = key
  }
  return keys
}

/**
 * What each field may be: the contract's schema by hand, since a page has to read it before it shows anything and a
 * schema's library would be a fifth of the page. The test holds the two together. `undefined` for what does not pass.
 */
const read: { [Name in keyof Preferences]: (kept: unknown) => Preferences[Name] | undefined } = {
  language: oneOf(null, ...languages),
  theme: oneOf('system', 'light', 'dark'),
  soundOn: yesOrNo,
  volume,
  types,
  showAllDay: yesOrNo,
  showPayment: yesOrNo,
  navigation: oneOf(null, 'shown', 'corner'),
  wallSize: oneOf(...wallSizes),
  wallColumns: columns,
  wallHeader: yesOrNo,
  cardNumbers: yesOrNo,
  headBumps: yesOrNo,
  wallKeys: learnedKeys,
  screenName,
}

/**
 * Preferences out of whatever was kept: a field that no longer parses falls back to its default alone,
 * so that one bad value never costs the others.
 */
export function parsePreferences(kept: unknown): Preferences {
  if (typeof kept !== 'object' || kept === null) return defaultPreferences
  const own: Record<string, unknown> = { ...kept }
  const fields = Object.entries(read).map(([name, parse]) => [name, parse(own[name])] as const)
  const good = fields.filter(([, value]) => value !== undefined)
  return { ...defaultPreferences, ...Object.fromEntries(good) }
}

const storageKey = 'kitchen-pass.preferences'

/** Preferences of a screen without a shell of its own. Storage may be full or forbidden: then defaults hold. */
export function createBrowserPreferences(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  return {
    read(): Preferences {
      try {
        return parsePreferences(JSON.parse(storage.getItem(storageKey) ?? 'null'))
      } catch {
        return defaultPreferences
      }
    },
    write(preferences: Preferences): void {
      try {
        storage.setItem(storageKey, JSON.stringify(preferences))
      } catch {
        // Forbidden or full: the choice holds until the page is left.
      }
    },
  }
}
