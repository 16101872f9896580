import { expect, test } from 'vitest'
import fc from 'fast-check'
import { eventSubject, fleetKey, statusSubject, storeOfFleetKey } from './subjects.ts'

test('ids of the platform are in subjects as they are', () => {
  expect(eventSubject('5f1a', 'shop_1-b')).toBe('orders.5f1a.shop_1-b')
})

test('no store can have the place of events that name none', () => {
  expect(eventSubject('w', null)).toBe('orders.w.unknown')
  expect(eventSubject('w', 'unknown')).toBe('orders.w.=dW5rbm93bg')
})

/** What a subject's token may have. */
const isToken = (token: string): boolean => /^[\w=-]+$/.test(token)

test('any ids make valid subjects, and different stores different ones', () => {
  const place = fc.tuple(fc.string({ minLength: 1, unit: 'binary' }), fc.string({ minLength: 1 }))
  fc.assert(
    fc.property(place, place, ([w1, s1], [w2, s2]) => {
      expect(eventSubject(w1, s1).split('.').every(isToken)).toBe(true)
      const isSame = w1 === w2 && s1 === s2
      expect(eventSubject(w1, s1) === eventSubject(w2, s2)).toBe(isSame)
    }),
  )
})

test('a store is known by its key in the fleet, whatever its ids are', () => {
  expect(fleetKey({ websiteId: 'w', storeId: 'a' })).toBe('w.a')
  expect(statusSubject({ websiteId: 'w', storeId: 'a' })).toBe('$KV.FLEET.w.a')
  const id = fc.string({ minLength: 1, unit: 'grapheme' })
  fc.assert(
    fc.property(id, id, (websiteId, storeId) => {
      const store = { websiteId, storeId }
      expect(storeOfFleetKey(fleetKey(store))).toEqual(store)
    }),
  )
  fc.assert(fc.property(fc.string(), (text) => void storeOfFleetKey(text)))
  for (const key of ['', 'w', 'w.unknown', 'w.=', 'w.=*', 'w.=dW5r=', 'w.=YQ', 'a.b.c'])
    expect(storeOfFleetKey(key), key).toBeNull()
})
