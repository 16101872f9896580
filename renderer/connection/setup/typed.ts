const storageKey = 'kitchen-pass.setup'

/** What was typed on the way to a store. The keys among it are never stored. */
export const emptyValues = {
  v3Url: '',
  storeId: '',
  v1Url: '',
  tabsUrl: '',
  salesChannelConfigId: '',
  allowHttp: false,
  token: '',
  channelToken: '',
}
export type Typed = typeof emptyValues

const storedNames = ['v3Url', 'v1Url', 'tabsUrl', 'salesChannelConfigId'] as const

/** What this page has typed before a reload. */
export function readTyped(): Partial<Typed> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
    const entries = Object.entries(stored as object).filter(
      ([name, value]) => storedNames.some((one) => one === name) && typeof value === 'string',
    )
    return Object.fromEntries(entries)
  } catch {
    return {}
  }
}

/** An address with an @ may have a password in it, so it isn't stored. */
export function storeTyped(values: Typed): void {
  const stored = storedNames
    .filter((name) => values[name] !== '' && !values[name].includes('@'))
    .map((name) => [name, values[name]])
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(stored)))
  } catch {
    // Forbidden or full: it lasts until the page is closed.
  }
}
