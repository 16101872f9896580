import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/support/temporary.ts'
import { connectionOf, practiceProfile, readProfile, writeProfile } from './profile.ts'

const store = { ...practiceProfile, mode: 'store' as const, storeId: 's' }
const tokens = { token: 'token', channelToken: 'channel-token' }

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
  const { connection } = connectionOf({ ...store, v3Url, v1Url }, tokens, dialect)
  expect(connection?.v1Url).toBe(expected)
})

test('a stored value that is not valid falls back to the default, and is reported', () => {
  const profile = { ...store, v3Url: 'https://a.example/v3', dialect: { queryArrays: 'comma' } }
  const read = connectionOf(profile, tokens, { weekdays: '1 2' })
  expect(read.connection?.dialect).toMatchObject({
    queryArrays: 'repeated',
    weekdays: '1 2 3 4 5 6 7',
  })
  expect(read.wrongValues.map(({ name, values }) => [name, values])).toEqual([
    ['queryArrays', ['repeated', 'brackets', 'commas']],
    ['weekdays', []],
  ])
})

test('without an address or a token there is no connection', () => {
  expect(connectionOf(store, tokens, {}).connection).toBeNull()
  const withAddress = { ...store, v3Url: 'https://a.example/v3' }
  expect(connectionOf(withAddress, { ...tokens, token: null }, {}).connection).toBeNull()
})

test.each([
  ['its own', 'tsc-1', 'channel-token'],
  ['none without a channel', null, null],
])('the token of the sales channel: %s', (_title, salesChannelConfigId, channelToken) => {
  const profile = { ...store, v3Url: 'https://a.example/v3', salesChannelConfigId }
  expect(connectionOf(profile, tokens, {}).connection).toMatchObject({
    salesChannelConfigId,
    channelToken,
  })
})

test.each([
  ['empty', ''],
  ['full of zeros', '\0'.repeat(4_096)],
  ['cut off', '{"mode": "sto'],
])('a profile that is %s: there is none, and the next one puts it aside', (_how, text) => {
  const folder = temporaryFolder()
  const profile = { ...store, v3Url: 'https://a.example/v3' }
  const file = join(folder, 'connection.json')
  writeFileSync(file, text)
  expect(readProfile(folder)).toBeNull()
  expect(readFileSync(file, 'utf8')).toBe(text)
  writeProfile(folder, profile)
  expect(readProfile(folder)).toEqual(profile)
  expect(readFileSync(`${file}.damaged`, 'utf8')).toBe(text)
})
