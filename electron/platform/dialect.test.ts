import { describe, expect, test } from 'vitest'
import { assumptions, type DialectName } from './assumptions.ts'
import { createDialect, renamedFields, renameOwn, wrongValues } from './dialect.ts'

describe('a value that a name cannot have', () => {
  test.each<[DialectName, string, string]>([
    ['queryArrays', 'comma', 'queryArrays must be one of repeated, brackets, commas, not "comma"'],
    ['noClosure', 'nothing', 'noClosure must be one of text, null, not "nothing"'],
    ['tabsDefaultOrder', 'down', 'tabsDefaultOrder must be one of asc, desc, not "down"'],
    ['weekdays', '1 2 3 4 5 6', 'weekdays must be 7 different numbers'],
    ['weekdays', '1 2 3 4 5 6 6', 'weekdays must be 7 different numbers'],
    ['weekdays', 'Mo Tu We Th Fr Sa Su', 'weekdays must be 7 different numbers'],
    ['weekdays', '1  2 3 4 5 6 7', 'weekdays must be 7 different numbers'],
    ['ordersPath', 'ecommerce/orders', 'ordersPath must be a path that begins with /'],
    ['ordersPath', '/orders?all=1', 'ordersPath must be a path that begins with /'],
    ['orderPath', '/ecommerce/orders', '{orderId}'],
    ['orderPath', '/{orderId}/{orderId}', '{orderId} in it once'],
    ['version1Segment', '/v1', 'without a / before it'],
    ['permissionsCoupons', 'read  write', 'permissionsCoupons must be different words'],
    ['vendorPrefix', 'my prefix', 'vendorPrefix must be a word'],
    ['statusesCancelled', ' ', 'statusesCancelled must be 1 or more different words'],
    ['clientStatuses', 'all', 'clientStatuses must be 2 or more different words'],
    ['movementDirections', 'in', 'movementDirections must be 2 different words'],
    ['movementDirections', 'in out up', 'movementDirections must be 2 different words'],
    ['couponDeliveryDiscountTypes', 'fixed fixed', 'must be 2 different words'],
    ['menuProduct.price', '', 'menuProduct.price must be a text'],
    ['ordersPageParameter', ' ', 'ordersPageParameter must be a text'],
    ['scheduleAuthorization', 'Bearer', 'scheduleAuthorization must be a text with {token} in it'],
    ['completeOrderAuthorization', '{token}\r\nX: y', 'on one line'],
  ])('%s: %j', (name, value, reported) => {
    const [wrong, ...others] = wrongValues({ [name]: value })
    expect(wrong?.sentence).toContain(reported)
    expect(wrong).toMatchObject({ name, default: assumptions[name].default })
    expect(others).toEqual([])
    expect(createDialect({ [name]: value })[name]).toBe(assumptions[name].default)
  })

  test('is not repeated if it may be a secret', () => {
    const wrong = wrongValues({ completeOrderAuthorization: 'Basic c2VjcmV0' })
    expect(wrong).toHaveLength(1)
    expect(JSON.stringify(wrong)).not.toContain('c2VjcmV0')
  })
})

test('every default is a value that its name may have', () => {
  const defaults = Object.entries(assumptions).map(([name, each]) => [name, each.default])
  expect(wrongValues(Object.fromEntries(defaults) as Record<string, string>)).toEqual([])
})

/** The entries of an object in every order. */
function permutations<Value>(object: Record<string, Value>): Record<string, Value>[] {
  const inEveryOrder = (entries: [string, Value][]): [string, Value][][] =>
    entries.length < 2
      ? [entries]
      : entries.flatMap((first) =>
          inEveryOrder(entries.filter((each) => each !== first)).map((rest) => [first, ...rest]),
        )
  return inEveryOrder(Object.entries(object)).map((entries) => Object.fromEntries(entries))
}

test.each<[string, Record<string, string>, Record<string, unknown>, Record<string, unknown>]>([
  [
    'two overrides that share a name of the wire',
    { 'driver.name': 'who', 'driver.code': 'who' },
    { who: 'Rosa', phone: '1' },
    { name: 'Rosa', code: 'Rosa', phone: '1' },
  ],
  [
    'two names that have changed places',
    { 'driver.name': 'code', 'driver.code': 'name' },
    { name: '42', code: 'Rosa', more: 1 },
    { name: 'Rosa', code: '42', more: 1 },
  ],
  [
    'three that went round',
    { 'driver.name': 'code', 'driver.code': 'phone', 'driver.phone': 'name' },
    { name: 'a', code: 'b', phone: 'c' },
    { name: 'b', code: 'c', phone: 'a' },
  ],
  [
    'our own name beside the override',
    { 'driver.name': 'fullName' },
    { name: 'R.', fullName: 'Rosa' },
    { name: 'Rosa' },
  ],
  ['our own name alone', { 'driver.name': 'fullName' }, { name: 'Rosa' }, { name: 'Rosa' }],
  [
    'our own name, which is another’s now',
    { 'driver.name': 'fullName', 'driver.code': 'name' },
    { name: '42' },
    { code: '42' },
  ],
  ['an override that is nobody’s', { 'driver.name': 'fullName' }, { phone: '1' }, { phone: '1' }],
])('%s: the order of keys means nothing', (_case, overrides, wire, read) => {
  for (const permutedOverrides of permutations(overrides))
    for (const sent of permutations(wire))
      expect(renameOwn(sent, renamedFields(createDialect(permutedOverrides), 'driver'))).toEqual(
        read,
      )
})
