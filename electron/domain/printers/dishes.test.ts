import { expect, test } from 'vitest'
import { dishChanges, type PrintedDish } from './dishes.ts'

const soup: PrintedDish = { key: 'soup', name: 'Soup', amount: 1, mark: 'a', stations: ['grill'] }
const cola: PrintedDish = { key: 'cola', name: 'Cola', amount: 1, mark: 'b', stations: ['bar'] }

/** What the grill and the bar have to know of a change. */
const seen = (before: PrintedDish[], now: PrintedDish[]) =>
  ['grill', 'bar'].map((station) =>
    dishChanges(before, now, ({ stations }) => stations.includes(station)).map(
      ({ kind, key }) => `${kind} ${key}`,
    ),
  )

test.each<[string, PrintedDish[], PrintedDish[], string[], string[]]>([
  ['nothing', [soup, cola], [cola, soup], [], []],
  ['one more dish', [soup], [soup, cola], [], ['added cola']],
  ['one less', [soup, cola], [cola], ['removed soup'], []],
  ['more of one', [soup, cola], [{ ...soup, amount: 2 }, cola], ['amount soup'], []],
  ['made in another way', [soup, cola], [soup, { ...cola, mark: 'c' }], [], ['details cola']],
  ['both', [soup], [{ ...soup, amount: 2, mark: 'c' }], ['amount soup'], []],
  [
    'ids alone',
    [soup, cola],
    [
      { ...soup, key: 'n1' },
      { ...cola, key: 'n2' },
    ],
    [],
    [],
  ],
  ['an amount that cannot be read', [soup], [{ ...soup, amount: null }], ['details soup'], []],
  ['a new rule alone', [soup], [{ ...soup, stations: ['bar'] }], [], []],
  [
    'a change that moves it',
    [soup],
    [{ ...soup, mark: 'c', stations: ['bar'] }],
    ['removed soup'],
    ['added soup'],
  ],
  [
    'a change at two stations',
    [{ ...soup, stations: ['grill', 'bar'] }],
    [{ ...soup, amount: 3, stations: ['bar'] }],
    ['removed soup'],
    ['amount soup'],
  ],
])('a change: %s', (_, before, now, grill, bar) => {
  expect(seen(before, now)).toEqual([grill, bar])
})
