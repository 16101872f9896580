import { describe, expect, test } from 'vitest'
import { instantAt, instantsAt, nextInstantAt } from './instant-at.ts'

const santiago = 'America/Santiago'
const madrid = 'Europe/Madrid'

describe('the instants of a time', () => {
  test.each<[string, string, string, string[]]>([
    // At midnight the clocks go forward by an hour.
    [santiago, '2027-09-04', '23:59', ['2027-09-05T03:59:00.000Z']],
    [santiago, '2027-09-05', '00:00', []],
    [santiago, '2027-09-05', '00:30', []],
    [santiago, '2027-09-05', '01:00', ['2027-09-05T04:00:00.000Z']],
    // At midnight they go back to eleven.
    [santiago, '2027-04-03', '22:59', ['2027-04-04T01:59:00.000Z']],
    [santiago, '2027-04-03', '23:30', ['2027-04-04T02:30:00.000Z', '2027-04-04T03:30:00.000Z']],
    [santiago, '2027-04-04', '00:00', ['2027-04-04T04:00:00.000Z']],
    [madrid, '2027-03-28', '02:00', []],
    [madrid, '2027-03-28', '03:00', ['2027-03-28T01:00:00.000Z']],
    [madrid, '2027-10-31', '02:30', ['2027-10-31T00:30:00.000Z', '2027-10-31T01:30:00.000Z']],
    [madrid, '2027-10-31', '03:00', ['2027-10-31T02:00:00.000Z']],
  ])('in %s on %s at %s', (zone, day, time, instants) => {
    expect(instantsAt(day, time, zone)).toEqual(instants)
    // One that comes twice is the first.
    if (instants.length > 0) expect(instantAt(day, time, zone)).toBe(instants[0])
  })
})

test.each([
  [santiago, '2027-09-05', '00:30', '2027-09-05T04:00:00.000Z'],
  [madrid, '2027-03-28', '02:15', '2027-03-28T01:00:00.000Z'],
  [madrid, '2027-03-28', '03:15', '2027-03-28T01:15:00.000Z'],
])('in %s the first time from %s %s on is at %s', (zone, day, time, instant) => {
  expect(nextInstantAt(day, time, zone)).toBe(instant)
})
