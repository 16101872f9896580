import { expect, test } from 'vitest'
import { practiceProfile } from './profile.ts'
import { connectionOf } from './profile-connection.ts'

const store = { ...practiceProfile, mode: 'store' as const, storeId: 's' }

test.each([
  ['given', 'https://a.example/api/v3', 'https://b.example/one', {}, 'https://b.example/one'],
  ['beside version 3', 'https://a.example/api/v3', null, {}, 'https://a.example/api/v1'],
  [
    'spelt otherwise',
    'https://a.example/v3',
    null,
    { version1Segment: 'one' },
    'https://a.example/one',
  ],
  ['not to be known', 'https://a.example/platform', null, {}, null],
])('the address of version 1: %s', (_title, v3Url, v1Url, dialect, expected) => {
  const { connection } = connectionOf({ ...store, v3Url, v1Url }, 'token', dialect)
  expect(connection?.v1Url).toBe(expected)
})

test('without an address or a token there is no connection', () => {
  expect(connectionOf(store, 'token', {}).connection).toBeNull()
  expect(connectionOf({ ...store, v3Url: 'https://a.example/v3' }, null, {}).connection).toBeNull()
})
