import { expect, test } from 'vitest'
import type { FleetStatus, FleetStore } from '#contract/relay/fleet.ts'
import { columnsOf, type Column } from './columns.ts'
import { compareBy, nextSort, usualSort, type Sort } from './sort.ts'

const statusOf = (more: Partial<FleetStatus>): FleetStatus => ({
  ...{ app: '0.2.0', platform: 'reached', openTickets: 0, lateTickets: 0, waiting: 0 },
  ...{ needsPerson: 0, isSaving: true, diskFreeMb: 1_000, isBackupFailing: false },
  ...{ acceptsInstructions: true, instructions: [], salesToday: null, coversToday: null },
  ...{ lastOrderAt: 0, feedAt: 0, backupAt: 0 },
  ...more,
})
const store = (name: string, more: Partial<FleetStatus>, region = ''): FleetStore => ({
  ...{ id: `w.${name}`, websiteId: 'w', storeId: name, name, region, tags: [] },
  ...{ state: 'well', troubles: [], since: 0, seenAt: 0, status: statusOf(more) },
})
const stores: FleetStore[] = [
  store(
    'Store 10',
    {
      ...{ app: '0.10.0', openTickets: 3, waiting: 0, diskFreeMb: 900, coversToday: 12 },
      ...{ lastOrderAt: 1_000, feedAt: 5_000, backupAt: null },
      salesToday: { amount: 900, currency: 'CLP' },
    },
    'Sur',
  ),
  store('Store 9', {
    ...{ app: '0.9.0', openTickets: 12, waiting: 4, diskFreeMb: null, coversToday: null },
    ...{ lastOrderAt: 3_000, feedAt: 4_000, backupAt: 1 },
  }),
  {
    ...store(
      'Árbol',
      {
        ...{ app: '0.9.0', openTickets: 7, waiting: 2, diskFreeMb: 50, coversToday: 84 },
        ...{ lastOrderAt: 2_000, feedAt: 6_000, backupAt: 2 },
        salesToday: { amount: 100_000, currency: 'USD' },
      },
      'norte',
    ),
    ...{ state: 'late', troubles: ['late'] },
  },
  { ...store('Never', {}), state: 'silent', troubles: ['silent'], seenAt: null, status: null },
]

/** The stores as the table has them at the first tap on a column, and at the second. */
test.for<[Column, string[], string[]]>([
  ['store', ['Árbol', 'Never', 'Store 9', 'Store 10'], ['Store 10', 'Store 9', 'Never', 'Árbol']],
  ['region', ['Árbol', 'Store 10', 'Never', 'Store 9'], ['Store 10', 'Árbol', 'Never', 'Store 9']],
  ['version', ['Árbol', 'Store 9', 'Store 10', 'Never'], ['Store 10', 'Árbol', 'Store 9', 'Never']],
  [
    'lastOrder',
    ['Store 10', 'Árbol', 'Store 9', 'Never'],
    ['Store 9', 'Árbol', 'Store 10', 'Never'],
  ],
  ['tickets', ['Store 9', 'Árbol', 'Store 10', 'Never'], ['Store 10', 'Árbol', 'Store 9', 'Never']],
  ['waiting', ['Store 9', 'Árbol', 'Store 10', 'Never'], ['Store 10', 'Árbol', 'Store 9', 'Never']],
  ['feed', ['Store 9', 'Store 10', 'Árbol', 'Never'], ['Árbol', 'Store 10', 'Store 9', 'Never']],
  ['disk', ['Árbol', 'Store 10', 'Never', 'Store 9'], ['Store 10', 'Árbol', 'Never', 'Store 9']],
  ['backup', ['Store 9', 'Árbol', 'Never', 'Store 10'], ['Árbol', 'Store 9', 'Never', 'Store 10']],
  ['sales', ['Árbol', 'Store 10', 'Never', 'Store 9'], ['Store 10', 'Árbol', 'Never', 'Store 9']],
  ['covers', ['Árbol', 'Store 10', 'Never', 'Store 9'], ['Store 10', 'Árbol', 'Never', 'Store 9']],
])('sorted by %s; what is not known comes last', ([column, first, second]) => {
  const namesBy = (sort: Sort): string[] => stores.toSorted(compareBy(sort)).map(({ name }) => name)
  const once = nextSort(usualSort, column)
  const twice = nextSort(once, column)
  expect(namesBy(once)).toEqual(first)
  expect(namesBy(twice)).toEqual(second)
  expect(nextSort(twice, column)).toEqual(usualSort)
})

test('by state the worst come first, or last', () => {
  expect(stores.toSorted(compareBy(usualSort))[0]?.name).toBe('Never')
  const turned = nextSort(usualSort, 'state')
  expect(turned).toEqual({ column: 'state', isDown: true })
  expect(stores.toSorted(compareBy(turned)).at(-1)?.name).toBe('Never')
  expect(nextSort(turned, 'state')).toEqual(usualSort)
})

test('regions, sales and covers are columns only where a store has them', () => {
  expect(columnsOf(stores)).toHaveLength(12)
  const plain = store('Plain', {})
  expect(columnsOf([plain])).toHaveLength(9)
  expect(columnsOf([plain])).not.toContain('region')
  expect(columnsOf([store('Sharing', { coversToday: 0 })])).toContain('sales')
})
