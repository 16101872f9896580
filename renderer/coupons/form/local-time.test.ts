import { expect, test } from 'vitest'
import { instantOf, typedInstant } from './local-time.ts'

const zone = 'America/Santiago'

test.for([
  ['2026-01-31 23:59', '2026-02-01T02:59:59.999Z'],
  ['2026-01-31 12:00', '2026-01-31T15:00:00.000Z'],
  // The clocks have gone back.
  ['2026-04-05 12:00', '2026-04-05T16:00:00.000Z'],
  ['2026-07-01 00:00', '2026-07-01T04:00:00.000Z'],
] as const)('%s on the store’s clock is %s, and back', ([typed, instant]) => {
  expect(instantOf(typed, zone)).toBe(instant)
  expect(typedInstant(instant, zone)).toBe(typed)
})

test('an hour that the clocks skip is the one after it', () => {
  expect(instantOf('2026-09-06 00:30', zone)).toBe('2026-09-06T04:30:00.000Z')
})

test.for(['', ' ', '2026-01-31 ', ' 12:00'])('an incomplete instant is null: %o', (typed) => {
  expect(instantOf(typed, zone)).toBeNull()
})

test('an unknown time zone is replaced by this machine’s', () => {
  expect(typedInstant('2026-01-31T15:00:00.000Z', 'Nowhere/Town')).toMatch(/^2026-01-31 \d\d:00$/)
})
