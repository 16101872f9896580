import { expect, test } from 'vitest'
import { roles } from '#contract/shared/caller.ts'
import type { Room } from '../../ui/page/room.ts'
import { stepsFor, tours, toursFor } from './steps.ts'

const room = (path: string, of: Room['roles']): Room => ({
  path,
  roles: of,
  name: () => path,
  view: {},
  help: '',
  area: 'kitchen',
})
const rooms = [
  room('/', roles),
  room('/stock', roles),
  room('/store', ['counter', 'manager']),
  room('/reservations', ['counter', 'manager']),
  room('/close-out/:place?', ['manager']),
  room('/setup/:section?', ['manager']),
]

test('each tour has five steps, and each step has a room and something to point at', () => {
  for (const steps of Object.values(tours)) {
    expect(steps).toHaveLength(5)
    for (const { targets } of steps) expect(targets.length).toBeGreaterThan(0)
  }
})

test('a screen is led only into rooms that it may see', () => {
  const seen = (role: (typeof roles)[number]) =>
    stepsFor('manager', role, rooms).map(({ id }) => id)
  expect(seen('manager')).toEqual(['alerts', 'busy', 'reservations', 'closeOut', 'settings'])
  expect(seen('counter')).toEqual(['alerts', 'busy', 'reservations'])
  expect(stepsFor('cook', 'kitchen', rooms)).toHaveLength(5)
})

test('a kitchen’s screen has the tour for cooks, the others have both', () => {
  expect(toursFor('kitchen')).toEqual(['cook'])
  expect(toursFor('counter')).toEqual(['manager', 'cook'])
  expect(toursFor('manager')).toEqual(['manager', 'cook'])
})
