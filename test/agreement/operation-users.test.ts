import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { expect, test } from 'vitest'
import { platformOperations } from '#platform/operations.ts'

/** Every operation of the client serves a noun; the doctor alone is no reason to have one. */

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The same request with unparsed orders, which the inbox parses later. */
const unparsed: Readonly<Record<string, string>> = {
  listOrders: 'listRawOrders',
  readOrder: 'readRawOrder',
}

const valuesIn = (list: string): string[] =>
  list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '' && !each.startsWith('type '))

/** What a source imports from the client, types apart. */
const importsOf = (source: string): string[] =>
  [...source.matchAll(/^import \{([^}]*)\} from '#platform\/[^']*'/gm)].flatMap(([, list = '']) =>
    valuesIn(list),
  )

/** The client's names for an operation: its own, lists of its pages, and its unparsed form. */
function namesOf(operation: string): string[] {
  const lists = read('electron/platform/lists.ts')
    .split(/^export const /m)
    .slice(1)
    .filter((list) => new RegExp(`\\b${operation}\\(`).test(list))
    .map((list) => list.split(' ', 1)[0] ?? '')
  return [operation, ...lists, unparsed[operation] ?? operation]
}

/** The names that each folder of the host imports. */
function importsByNoun(): Map<string, Set<string>> {
  const nouns = new Map<string, Set<string>>()
  for (const file of globSync('electron/host/*/**/*.ts', { cwd: root })) {
    const noun = file.split(sep)[2] ?? ''
    if (noun === 'doctor' || /\.(test|fixture)\.ts$/.test(file)) continue
    const names = nouns.get(noun) ?? new Set()
    for (const name of importsOf(read(file))) names.add(name)
    nouns.set(noun, names)
  }
  return nouns
}

const nouns = importsByNoun()
const usersOf = (operation: string): string[] =>
  [...nouns].flatMap(([noun, imports]) =>
    namesOf(operation).some((name) => imports.has(name)) ? [noun] : [],
  )

test('every operation is used by a noun', () => {
  const operations = Object.keys(platformOperations)
  expect(operations.filter((operation) => usersOf(operation).length === 0)).toEqual([])
})

test.each([
  ['setOutOfStock', 'stock'],
  ['readMenu', 'menu'],
  ['listOrders', 'feeds'],
  ['exportLoyaltyClients', 'guests'],
  ['listWasteIncidents', 'waste'],
])('%s is used by %s', (operation, noun) => {
  expect(usersOf(operation)).toContain(noun)
})
