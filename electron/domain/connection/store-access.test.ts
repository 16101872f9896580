import { expect, test } from 'vitest'
import { storeAccess, type KnownStore } from './store-access.ts'

const store = (id: string, externalId: string | null): KnownStore => ({
  id,
  externalId,
  name: id,
  brand: '',
  timeZone: 'UTC',
  countryCode: '',
  websiteId: 'w',
})

test.for([
  ['by its id', [store('a', null)], 'a', false, 'seen'],
  ['by its external id', [store('a', 'colon')], 'colon', false, 'seen'],
  ['by an external id that is not listed', [store('a', null)], 'colon', false, 'unknown'],
  [
    'by one of which only some are listed',
    [store('a', 'sur'), store('b', null)],
    'colon',
    false,
    'unknown',
  ],
  ['that was among them before', [store('a', null)], 'colon', true, 'not-seen'],
  ['that is not among the listed ones', [store('a', 'sur')], 'colon', false, 'not-seen'],
  ['where there is none', [], 'colon', false, 'not-seen'],
] as const)('a store %s', ([_name, stores, storeId, wasAmong, state]) => {
  expect(storeAccess(stores, storeId, wasAmong)).toMatchObject({ state, stores: stores.length })
})
