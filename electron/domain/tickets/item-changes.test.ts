import { expect, test } from 'vitest'
import type { OrderItem } from '#platform/order.ts'
import { noMenu } from '#test/support/platform-ticket.ts'
import { compareItems, renamedKeys, renameKeys } from './item-changes.ts'
import { madeItems, readItems } from './items.ts'

const read = (items: OrderItem[]) => readItems(items, noMenu)
const dish = (id: string | null, name: string, more: Partial<OrderItem> = {}): OrderItem => ({
  ...(id !== null && { _id: id }),
  amount: 1,
  product: { _id: `p-${name}`, name },
  modifiers: [],
  ...more,
})
const half = (name: string, ...options: string[]) => ({
  modifierId: name,
  name,
  options: options.map((option) => ({ optionId: option, name: option })),
})

/** Each change in a few words. */
const changes = (before: OrderItem[], now: OrderItem[]): string[] =>
  compareItems(read(before), read(now)).map(
    (change) =>
      `${change.kind} ${change.name}${change.kind === 'details' ? '' : ` ${String(change.before)}>${String(change.now)}`}`,
  )

test.each<[string, OrderItem[], OrderItem[], string[]]>([
  [
    'an edit that gives every dish a new id',
    [dish('1', 'Burger', { amount: 2 }), dish('2', 'Soup')],
    [dish('n1', 'Burger', { amount: 2 }), dish('n2', 'Soup'), dish('n3', 'Cola')],
    ['added Cola 0>1'],
  ],
  [
    'new ids, and a comment on one',
    [dish('1', 'Burger', { amount: 2 }), dish('2', 'Soup')],
    [dish('n1', 'Burger', { amount: 2, comment: 'con todo' }), dish('n2', 'Soup')],
    ['details Burger'],
  ],
  [
    'new ids, with another amount and a comment on one',
    [dish('1', 'Burger'), dish('2', 'Soup')],
    [dish('n1', 'Burger', { amount: 2, comment: 'con todo' }), dish('n2', 'Soup')],
    ['amount Burger 1>2', 'details Burger'],
  ],
  [
    'new ids, one of two alike off and a comment on the other',
    [dish('1', 'Burger'), dish('2', 'Burger'), dish('3', 'Soup')],
    [dish('n1', 'Burger', { comment: 'con todo' }), dish('n2', 'Soup')],
    ['details Burger', 'removed Burger 1>0'],
  ],
  [
    'new ids in another order',
    [dish('1', 'Burger'), dish('2', 'Soup')],
    [dish('n2', 'Soup'), dish('n1', 'Burger')],
    [],
  ],
  [
    'new ids, and one more of a dish',
    [dish('1', 'Burger'), dish('2', 'Soup')],
    [dish('n1', 'Burger', { amount: 3 }), dish('n2', 'Soup')],
    ['amount Burger 1>3'],
  ],
  [
    'the first of two without ids is removed',
    [dish(null, 'Tea', { comment: 'sin azúcar' }), dish(null, 'Tea')],
    [dish(null, 'Tea')],
    ['removed Tea 1>0'],
  ],
  [
    'the second of two without ids is removed',
    [dish(null, 'Tea', { comment: 'sin azúcar' }), dish(null, 'Tea')],
    [dish(null, 'Tea', { comment: 'sin azúcar' })],
    ['removed Tea 1>0'],
  ],
  [
    'three alike, of which one goes',
    [dish(null, 'Tea'), dish(null, 'Tea'), dish(null, 'Tea')],
    [dish(null, 'Tea'), dish(null, 'Tea')],
    ['removed Tea 1>0'],
  ],
  [
    'amount and note in one edit',
    [dish('1', 'Satay')],
    [dish('1', 'Satay', { amount: 2, comment: 'sin maní' })],
    ['amount Satay 1>2', 'details Satay'],
  ],
  [
    'a note alone',
    [dish('1', 'Satay')],
    [dish('1', 'Satay', { comment: 'sin maní' })],
    ['details Satay'],
  ],
  [
    'a topping that moves to the other half',
    [dish('1', 'Pizza', { modifiers: [half('Mitad 1', 'Aceituna'), half('Mitad 2', 'Queso')] })],
    [dish('1', 'Pizza', { modifiers: [half('Mitad 1'), half('Mitad 2', 'Aceituna', 'Queso')] })],
    ['details Pizza'],
  ],
  [
    'halves that change places',
    [dish('1', 'Pizza', { modifiers: [half('Mitad 1', 'A'), half('Mitad 2', 'B')] })],
    [dish('1', 'Pizza', { modifiers: [half('Mitad 1', 'B'), half('Mitad 2', 'A')] })],
    ['details Pizza'],
  ],
  [
    'a dish whose amount becomes 0',
    [dish('1', 'Burger', { amount: 2 }), dish('2', 'Soup')],
    [dish('1', 'Burger', { amount: 0 }), dish('2', 'Soup')],
    ['removed Burger 2>0'],
  ],
  [
    'a line of −1 that comes later',
    [dish('1', 'Empanada', { amount: 3 })],
    [dish('1', 'Empanada', { amount: 3 }), dish('2', 'Empanada', { amount: -1 })],
    ['amount Empanada 3>2'],
  ],
  [
    'one dish in place of another',
    [dish('1', 'Burger')],
    [dish('2', 'Soup')],
    ['added Soup 0>1', 'removed Burger 1>0'],
  ],
])('%s', (_what, before, now, expected) => {
  expect(changes(before, now)).toEqual(expected)
})

test.each<[string, OrderItem[], string[]]>([
  ['taken off one line', [dish('1', 'A', { amount: 3 }), dish('2', 'A', { amount: -1 })], ['2 A']],
  [
    'taken off several lines',
    [dish('1', 'A'), dish('2', 'A'), dish('3', 'A', { amount: -2 }), dish('4', 'B')],
    ['1 B'],
  ],
  ['before its line', [dish('1', 'A', { amount: -1 }), dish('2', 'A', { amount: 2 })], ['1 A']],
  ['of another dish', [dish('1', 'A', { amount: -1 }), dish('2', 'B')], ['-1 A', '1 B']],
  [
    'of the same dish made otherwise',
    [dish('1', 'A', { amount: 2, comment: 'x' }), dish('2', 'A', { amount: -1 })],
    ['2 A', '-1 A'],
  ],
  ['nothing of a dish', [dish('1', 'A', { amount: 0 }), dish('2', 'B')], ['1 B']],
])('a line below one: %s', (_what, items, expected) => {
  expect(madeItems(read(items)).map(({ amount, name }) => `${String(amount)} ${name}`)).toEqual(
    expected,
  )
})

test('what is stored by key moves to the new key of its dish, and not to another dish', () => {
  const before = read([dish('1', 'Burger'), dish('2', 'Soup'), dish('3', 'Cola')])
  const now = read([dish('3', 'Soup'), dish('4', 'Burger')])
  const names = renamedKeys(before, now)
  expect(renameKeys({ 1: 'burger', 2: 'soup', 3: 'cola' }, names)).toEqual({
    4: 'burger',
    3: 'soup',
  })
  expect(renamedKeys(before, before).size).toBe(0)
})

test.each<[string, Partial<OrderItem>, string[], boolean]>([
  [
    'counted and not listed',
    { modifiers: [{ ...half('Salsas'), countById: { soy: 2 } }] },
    ['2 ?'],
    true,
  ],
  [
    'one listed, another only counted',
    { modifiers: [{ ...half('Salsas', 'ají'), countById: { ají: 1, soy: 1 } }] },
    ['1 ají', '1 ?'],
    true,
  ],
  [
    'counted by another id than it is listed by',
    { modifiers: [{ ...half('Salsas', 'ají'), countById: { 'ext-1': 2 } }] },
    ['1 ají'],
    false,
  ],
  [
    'counted as none',
    { modifiers: [{ ...half('Salsas', 'ají'), countById: { ají: 1, soy: 0 } }] },
    ['1 ají'],
    false,
  ],
])('a choice that is %s', (_what, more, expected, isIncomplete) => {
  const [item] = read([dish('1', 'A', more)])
  const options = item?.modifiers.flatMap((modifier) => modifier.options) ?? []
  expect(options.map(({ count, name }) => `${String(count)} ${name}`)).toEqual(expected)
  expect(item?.unread.includes('choices')).toBe(isIncomplete)
})
