import { expect, test } from 'vitest'
import { inConnection } from '../settings/sections/elsewhere.ts'
import { readValue } from '../settings/read-value.ts'
import { namesOfAddress, readPublicAddress } from './public-address.ts'

const isStored = (address: string) =>
  readValue(inConnection.publicEventsAddress.rule, address) === address

test.each([
  ['kitchen.example.com', 'https://kitchen.example.com'],
  [' https://Kitchen.example.com/ ', 'https://kitchen.example.com'],
  ['kitchen.example.com:8443/hooks//', 'https://kitchen.example.com:8443/hooks'],
  ['https://kitchen.example.com/a?b=c#d', 'https://kitchen.example.com/a'],
  ['http://127.0.0.1:4890', 'http://127.0.0.1:4890'],
])('%s is read as %s, which can be stored', (typed, address) => {
  expect(readPublicAddress(typed)).toEqual({ address })
  expect(isStored(address)).toBe(true)
})

test.each([
  ['http://kitchen.example.com', 'unencrypted'],
  ['https://me:secret@kitchen.example.com', 'no-address'],
  ['two words', 'no-address'],
  ['ftp://kitchen.example.com', 'no-address'],
  ['', 'no-address'],
] as const)('%s is refused as %s', (typed, problem) => {
  expect(readPublicAddress(typed)).toEqual({ problem })
  expect(typed !== '' && isStored(typed)).toBe(false)
})

test('none at all can be stored', () => {
  expect(isStored('')).toBe(true)
})

test('the names of an address are with and without its port', () => {
  expect(namesOfAddress('https://kitchen.example.com/hooks')).toEqual(['kitchen.example.com'])
  expect(namesOfAddress('https://kitchen.example.com:8443')).toEqual([
    'kitchen.example.com:8443',
    'kitchen.example.com',
  ])
  expect(namesOfAddress('')).toEqual([])
})
