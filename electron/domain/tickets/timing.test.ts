import { describe, expect, test } from 'vitest'
import { defaultSettings } from '#contract/settings/settings.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { createDialect } from '#platform/dialect.ts'
import type { OrderItem } from '#platform/order.ts'
import { platformCourseOf } from '../menu/platform-course.ts'
import { noMenu } from '#test/support/platform-ticket.ts'
import { addEvent } from './order-facts.ts'
import { newMarks } from './marks.ts'
import { buildTicket } from '#test/support/build-ticket.ts'
import { newTimeMarks, timeMarks, timeTicket, type TimeMarks, type Timing } from './timing.ts'
import { workTimes } from './work-times.ts'

const start = '2026-11-20T15:00:00.000Z'
const after = (minutes: number): string =>
  new Date(Date.parse(start) + minutes * 60_000).toISOString()

const item = (name: string, course?: unknown, more: object = {}): OrderItem => ({
  _id: name,
  product: {
    _id: name,
    name,
    externalId: name,
    ...(course !== undefined && { metadata: { course } }),
  },
  amount: 1,
  ...more,
})

const minutes: Record<string, number> = { steak: 12, soup: 4, salad: 11.5 }
const timing: Timing = {
  finishTogether: true,
  courses: true,
  secondsOf: (key) => (minutes[key.replace('product:', '')] ?? 0) * 60 || null,
  courseOf: (key) => (key === 'product:cake' ? 3 : null),
  courseField: 'course',
}

const build = (items: OrderItem[]): Ticket => {
  const order = { _id: 'o', createdAt: start, items }
  const facts = addEvent(null, { order, delivery: null, stamp: '1' })
  return buildTicket('o', facts, newMarks(start), null, defaultSettings, createDialect(), noMenu, 0)
}

const timed = (
  items: OrderItem[],
  {
    marks = newTimeMarks,
    by = timing,
    change = {},
  }: { marks?: TimeMarks; by?: Timing; change?: Partial<Ticket> } = {},
): Ticket => timeTicket({ ...build(items), ...change }, items, marks, by)

const starts = ({ items }: Ticket) => items.map(({ startsAt = null }) => startsAt)

describe('dishes of an order', () => {
  test('wait for the longest of their course, and not for less than a minute', () => {
    const items = [item('steak'), item('soup'), item('salad'), item('bread')]
    expect(starts(timed(items))).toEqual([null, after(8), null, null])
  })

  test('wait for nothing if no time is known, or if it is off', () => {
    expect(starts(timed([item('bread'), item('rice')]))).toEqual([null, null])
    const ticket = build([item('steak'), item('soup')])
    const off = { ...timing, finishTogether: false, courses: false }
    expect(timeTicket(ticket, [], newTimeMarks, off)).toBe(ticket)
    expect(timeMarks(ticket, newTimeMarks, off)).toEqual(newTimeMarks)
  })

  test('are at once with an allergy of the dish, of the order or of the guest', () => {
    const [steak, soup] = [item('steak'), item('soup')]
    const note = { text: 'nuts', allergyWords: ['nuts'] }
    expect(starts(timed([steak, item('soup', 1, { comment: 'allergy: nuts' })]))).toEqual([
      null,
      null,
    ])
    expect(starts(timed([steak, soup], { change: { notes: [note] } }))).toEqual([null, null])
    expect(starts(timed([steak, soup], { change: { guestAllergies: 'nuts' } }))).toEqual([
      null,
      null,
    ])
    expect(
      starts(timed([steak, soup], { change: { notes: [{ ...note, allergyWords: [] }] } })),
    ).toEqual([null, after(8)])
  })

  test('keep their start when a time changes; a changed dish has a new one', () => {
    const items = [item('steak'), item('soup')]
    const marks = timeMarks(timed(items), newTimeMarks, timing)
    const slow = { ...timing, secondsOf: () => 20 * 60 }
    expect(starts(timed(items, { marks, by: slow }))).toEqual([null, after(8)])
    const twice = [item('steak'), item('soup', undefined, { amount: 2 })]
    expect(starts(timed(twice, { marks, by: slow }))).toEqual([null, null])
    expect(starts(timed(items, { by: slow }))).toEqual([null, null])
  })
})

describe('courses', () => {
  test('are of the platform, then of the category; without one a dish is at once', () => {
    const { items, courses } = timed([
      item('cake'),
      item('soup', 'Entrada'),
      item('cola'),
      item('steak', 2),
    ])
    expect(items.map(({ course }) => course)).toEqual([3, 1, undefined, 2])
    expect(items.map(({ isHeld }) => isHeld)).toEqual([true, undefined, undefined, true])
    expect(courses?.map(({ firedAt }) => firedAt)).toEqual([start, null, null])
    expect(timed([item('cake', 1)]).items[0]?.course).toBe(1)
  })

  test('are not there for a single one', () => {
    const ticket = timed([item('cake'), item('cola')])
    expect(ticket.courses).toBeUndefined()
    expect(ticket.items.some(({ isHeld }) => isHeld)).toBe(false)
  })

  test('count from when they were fired, also for the times that are learned', () => {
    const marks = { fired: { 2: after(30) }, waits: {} }
    const items = [item('cake', 1), item('steak', 2), item('soup', 2)]
    const ticket = timed(items, { marks })
    expect(starts(ticket)).toEqual([null, null, after(38)])
    const work = [{ station: 'grill', startedAt: null, doneAt: after(45), by: '' }]
    const done = {
      ...ticket,
      amberAt: after(60),
      items: ticket.items.map((each) => ({ ...each, work })),
    }
    const times = timeMarks(ticket, marks, timing)
    const seconds = (of: Ticket) => workTimes(of, { times }).map((each) => each.seconds / 60)
    expect(seconds(done)).toEqual([45, 15, 7])
    // From amber on no dish waits.
    expect(seconds({ ...done, amberAt: after(33) })).toEqual([45, 15, 12])
  })
})

test.each<[unknown, number | null]>([
  [1, 1],
  ['5', 5],
  [0, null],
  [6, null],
  ['1.5', null],
  ['', null],
  ['Starter', 1],
  ['platos PRINCIPALES', 2],
  ['Guarnición', 2],
  ['sobremesa', 3],
  ['brunch', null],
  [null, null],
  [{}, null],
])('the platform’s word %j is course %j', (word, course) => {
  expect(platformCourseOf({ course: word }, 'course')).toBe(course)
})
