import { fold } from '#contract/shared/fold.ts'
import type { FleetStore } from '#contract/relay/fleet.ts'
import { nameOf } from '../fleet-stores.ts'

/** What a pasted list of stores names. */
export interface PastedStores {
  /** The ids of the stores that were found. */
  ids: ReadonlySet<string>
  /** What names no store, as it was written, each once. */
  unknown: readonly string[]
  /** Names that several stores have; all of these are in `ids`. */
  shared: readonly string[]
}

/** Cells of a spreadsheet that have a comma or a line break come in quotes. */
const unquoted = (text: string): string => {
  const bare = text.trim()
  const [, inside] = /^"(.*)"$/s.exec(bare) ?? []
  return (inside?.replaceAll('""', '"') ?? bare).trim()
}

const partsOf = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map(unquoted)
    .filter((part) => part !== '')

/** The stores by each text that names them. */
function indexOf(stores: readonly FleetStore[]): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>()
  for (const store of stores)
    for (const name of new Set([nameOf(store), store.storeId, store.id].map(fold))) {
      const ids = index.get(name) ?? []
      index.set(name, [...ids, store.id])
    }
  return index
}

/**
 * Finds the stores of a pasted list: names or ids, one per line, or separated by tabs, semicolons
 * or commas. A name may have a comma itself, so that what names a store as a whole isn't divided.
 */
export function findPasted(text: string, stores: readonly FleetStore[]): PastedStores {
  const index = indexOf(stores)
  const isKnown = (part: string): boolean => index.has(fold(part))
  const parts = partsOf(text, /\r?\n/)
    .flatMap((line) => (isKnown(line) ? [line] : partsOf(line, /[\t;]/)))
    .flatMap((cell) => (isKnown(cell) ? [cell] : partsOf(cell, /,/)))
  const ids = new Set<string>()
  const unknown = new Map<string, string>()
  const shared = new Map<string, string>()
  for (const part of parts) {
    const matches = index.get(fold(part)) ?? []
    for (const id of matches) ids.add(id)
    const notes = matches.length === 0 ? unknown : shared
    if (matches.length !== 1 && !notes.has(fold(part))) notes.set(fold(part), part)
  }
  return { ids, unknown: [...unknown.values()], shared: [...shared.values()] }
}
