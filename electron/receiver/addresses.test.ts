import { expect, test } from 'vitest'
import { isPrivate, machineNames, plainAddress } from './addresses.ts'

test.for<[string, boolean]>([
  ['10.0.0.1', true],
  ['10.255.255.255', true],
  ['172.15.255.255', false],
  ['172.16.0.1', true],
  ['172.31.255.255', true],
  ['172.32.0.0', false],
  ['192.168.0.7', true],
  ['192.169.0.1', false],
  ['169.254.10.10', true],
  ['127.0.0.3', true],
  ['8.8.8.8', false],
  ['100.64.0.1', false],
  ['::ffff:192.168.1.2', true],
  ['::ffff:8.8.8.8', false],
  ['::1', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['2001:db8::1', false],
  ['', false],
  ['here', false],
])('%s is of a local network: %s', ([address, expected]) => {
  expect(isPrivate(address)).toBe(expected)
})

test('an address of IPv4 is written as such', () => {
  expect(plainAddress('::ffff:10.0.0.1')).toBe('10.0.0.1')
  expect(plainAddress('fe80::1')).toBe('fe80::1')
})

test('this computer has a name that is announced, and its own', () => {
  for (const name of machineNames()) expect(name).toMatch(/^[a-z\d-]+\.local$/)
  expect(machineNames()).toContain('kitchen-pass.local')
})
