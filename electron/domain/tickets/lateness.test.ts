import { expect, test } from 'vitest'
import { defaultSettings as rules } from '#contract/settings/settings.ts'
import { promisedTimes } from './timing.ts'

const at = (time: string): string => `2026-11-20T${time}:00.000Z`

test.each([
  {
    name: 'promise from deliverAt, amber at three quarters',
    timing: {
      createdAt: at('12:00'),
      deliverAt: at('12:20'),
      preparationMinutes: 15,
      scheduled: false,
    },
    expected: { queueAt: at('12:00'), amberAt: at('12:15'), promisedAt: at('12:20') },
  },
  {
    name: 'no deliverAt: creation plus preparation',
    timing: { createdAt: at('12:00'), deliverAt: null, preparationMinutes: 40, scheduled: false },
    expected: { queueAt: at('12:00'), amberAt: at('12:30'), promisedAt: at('12:40') },
  },
  {
    name: 'neither: the store’s own minutes',
    timing: { createdAt: at('12:00'), deliverAt: null, preparationMinutes: null, scheduled: false },
    expected: { promisedAt: at('12:15') },
  },
  {
    name: 'scheduled: joins the queue when preparation must begin',
    timing: {
      createdAt: at('09:00'),
      deliverAt: at('12:00'),
      preparationMinutes: 40,
      scheduled: true,
    },
    expected: { queueAt: at('11:20'), amberAt: at('11:50'), promisedAt: at('12:00') },
  },
  {
    name: 'scheduled too late for its preparation: at once',
    timing: {
      createdAt: at('11:50'),
      deliverAt: at('12:00'),
      preparationMinutes: 40,
      scheduled: true,
    },
    expected: { queueAt: at('11:50') },
  },
  {
    name: 'promised before it was made: late from the start, never amber after red',
    timing: {
      createdAt: at('12:00'),
      deliverAt: at('11:00'),
      preparationMinutes: 15,
      scheduled: false,
    },
    expected: { amberAt: at('11:00'), promisedAt: at('11:00') },
  },
])('$name', ({ timing, expected }) => {
  expect(promisedTimes({ type: 'other', ...timing }, rules)).toMatchObject(expected)
})

const timing = { createdAt: at('12:00'), deliverAt: null, preparationMinutes: 20, scheduled: false }
const ofTypes = { ...rules, amberShareDelivery: 0.5, amberSharePickup: 0.25, amberShareTable: 1 }

test.each([
  ['delivery', at('12:10')],
  ['pickup', at('12:05')],
  ['table', at('12:20')],
  ['other', at('12:15')],
] as const)('amber of %s at %s, if each type has its own share', (type, amberAt) => {
  expect(promisedTimes({ ...timing, type }, ofTypes).amberAt).toBe(amberAt)
  expect(promisedTimes({ ...timing, type }, rules).amberAt).toBe(at('12:15'))
})

test('very late comes minutes after the promise, or never', () => {
  const veryLateAt = (veryLateMinutes: number | null) =>
    promisedTimes({ ...timing, type: 'table' }, { ...rules, veryLateMinutes }).veryLateAt
  expect(veryLateAt(10)).toBe(at('12:30'))
  expect(veryLateAt(null)).toBe(null)
})
