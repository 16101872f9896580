import { expect, test } from 'vitest'
import { firstDays } from './first-days.ts'

const names = (now: string): string[] =>
  firstDays(Date.parse(now)).taken.map(({ kind, booking }) =>
    `${kind} ${String(booking['firstName'])} ${String(booking['startsAt'])}`.replace(/\s+/g, ' '),
  )

test('who is there, who waits, and who comes today and tomorrow by the store’s clock', () => {
  const noon = names('2026-11-20T15:00:00.000Z')
  expect(noon.slice(0, 4)).toEqual([
    'walk-in 2026-11-20T15:00:00.000Z',
    'walk-in 2026-11-20T15:00:00.000Z',
    'waiting Rayén 2026-11-20T15:00:00.000Z',
    'booked Gaspar 2026-11-20T16:30:00.000Z',
  ])
  expect(noon.at(-1)).toBe('booked Magdalena 2026-11-22T00:30:00.000Z')
})

test('no reservation is in the past, and the last evening of a month has a tomorrow', () => {
  const night = names('2026-12-01T02:59:00.000Z').filter((each) => each.startsWith('booked'))
  expect(night[0]).toBe('booked Héctor 2026-12-01T16:00:00.000Z')
  expect(night).toHaveLength(4)
})
