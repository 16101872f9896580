import { expect, test } from 'vitest'
import { readablePhone } from './guest.ts'

test.for([
  ['+56912345678', '', '+56 9 1234 5678'],
  ['+56 9 1234-5678', 'CL', '+56 9 1234 5678'],
  ['912345678', 'CL', '+56 9 1234 5678'],
  ['+56221234567', '', '+56 2 2123 4567'],
  ['+573001234567', '', '+57 300 123 4567'],
  ['+5511987654321', 'CL', '+55 11 98765 4321'],
  ['020 7946 0958', 'GB', '+44 20 7946 0958'],
  // Without a country code the country is unknown.
  ['912345678', '', '912345678'],
  ['912345678 / 987654321', 'CL', '912345678 / 987654321'],
  ['123', 'CL', '123'],
  ['ask Ana', 'CL', 'ask Ana'],
  ['', 'CL', ''],
])('%j of %j reads %j', ([text = '', country = '', readable]) => {
  expect(readablePhone(text, country)).toBe(readable)
})
