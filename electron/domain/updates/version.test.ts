import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isNewer, isUpgrade, isVersion } from './version.ts'

test.for([
  ['0.2.0', true],
  ['10.20.30', true],
  ['1.0.0-beta.2', true],
  ['1.0', false],
  ['v1.0.0', false],
  ['1.0.0-alpha.1', false],
  ['1.0.0-beta', false],
  ['1.0.0+build', false],
  ['01.0.0', false],
  ['1.0.0 ', false],
  ['1.0.9999999', false],
  ['latest', false],
  ['', false],
] as const)('“%s” is a version: %s', ([text, is]) => {
  expect(isVersion(text)).toBe(is)
})

test.for([
  ['0.2.1', '0.2.0', true],
  ['0.10.0', '0.9.9', true],
  ['1.0.0', '1.0.0-beta.9', true],
  ['1.0.0-beta.10', '1.0.0-beta.9', true],
  ['1.0.1-beta.1', '1.0.0', true],
  ['1.0.0', '1.0.0', false],
  ['1.0.0-beta.1', '1.0.0', false],
  ['0.9.9', '1.0.0', false],
  ['garbage', '1.0.0', false],
  ['1.0.1', 'garbage', false],
] as const)('%s is newer than %s: %s', ([version, current, is]) => {
  expect(isNewer(version, current)).toBe(is)
})

test.for([
  ['1.1.0', '1.0.0', 'stable', true],
  ['1.1.0-beta.1', '1.0.0', 'stable', false],
  ['1.1.0-beta.1', '1.0.0', 'beta', true],
  ['1.1.0', '1.0.0', 'beta', true],
  // Back from the beta channel: only upwards.
  ['1.0.9', '1.1.0-beta.1', 'stable', false],
  ['1.1.0', '1.1.0-beta.1', 'stable', true],
] as const)('%s replaces %s on the %s channel: %s', ([version, current, channel, is]) => {
  expect(isUpgrade(version, current, channel)).toBe(is)
})

const number = fc.nat({ max: 20 })
const version = fc
  .tuple(number, number, number, fc.option(number))
  .map(([major, minor, patch, beta]) =>
    [`${major}.${minor}.${patch}`, ...(beta === null ? [] : [`beta.${beta}`])].join('-'),
  )
const channel = fc.constantFrom('stable' as const, 'beta' as const)

test('of two versions at most one is an upgrade of the other', () => {
  fc.assert(
    fc.property(version, version, channel, (one, other, on) => {
      expect(isUpgrade(one, other, on) && isUpgrade(other, one, on)).toBe(false)
      expect(isNewer(one, other) || isNewer(other, one)).toBe(one !== other)
    }),
  )
})

test('upgrades never lead back to where they began', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(version, channel), { maxLength: 30 }),
      version,
      (steps, first) => {
        const were = new Set([first])
        let current = first
        for (const [next, on] of steps) {
          if (!isUpgrade(next, current, on)) continue
          expect(were).not.toContain(next)
          were.add(next)
          current = next
        }
      },
    ),
  )
})

test('no text but a version is ever an upgrade', () => {
  fc.assert(
    fc.property(fc.string(), version, channel, (text, current, on) => {
      expect(isUpgrade(text, current, on) && !isVersion(text)).toBe(false)
    }),
  )
})
