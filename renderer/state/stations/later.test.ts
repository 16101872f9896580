import { createPinia } from 'pinia'
import { createApp, ref, shallowRef } from 'vue'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Settings } from '#contract/settings/settings.ts'
import type { StationWork, Ticket, TicketItem } from '#contract/tickets/ticket.ts'
import { bridgeKey } from '../../bridge/key.ts'
import { hostNow, setHostTime } from '../../clock/host-clock.ts'
import { occasionsBetween } from '../../sound/occasions.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { sampleStations } from '../../test-support/sample-stations.ts'
import { makeItem, makeTicket } from '../../test-support/sample-ticket.ts'
import { useSettings } from '../settings.ts'
import type { CardContent } from './card-content.ts'
import { useCardContents, contentOf } from './card-contents.ts'

const noon = Date.parse('2025-03-01T12:00:00.000Z')
const at = (seconds: number): string => new Date(noon + seconds * 1000).toISOString()

const todo = (station: string, some: Partial<StationWork> = {}): StationWork => ({
  ...{ station, startedAt: null, doneAt: null, by: '' },
  ...some,
})
const dish = (name: string, some: Partial<TicketItem> = {}, work = [todo('grill')]): TicketItem =>
  makeItem({ key: name, name, amount: 1, work, ...some })

/** A ticket that came at noon and is due in half an hour. */
const ticketOf = (items: TicketItem[], some: Partial<Ticket> = {}): Ticket =>
  makeTicket({
    ...{ queueAt: at(0), amberAt: at(1200), promisedAt: at(1800), veryLateAt: at(2400) },
    ...{ items, ...some },
  })
const lomo = () => dish('Lomo')
const papas = (some: Partial<TicketItem> = {}) =>
  dish('Papas', { amount: 2, startsAt: at(480), ...some })
const flan = (some: Partial<TicketItem> = {}) => dish('Flan', { course: 3, isHeld: true, ...some })

function show(ticket: Ticket, seconds = 0, some: { own?: string[]; isExpo?: boolean } = {}) {
  const { stations } = sampleStations()
  const clock = { language: 'en', timeFormat: '24-hour', timeZone: 'UTC' } as const
  const view = { ...clock, own: ['grill'], isExpo: false, stations, undoMs: 8_000, ...some }
  return contentOf(ticket, view, noon + seconds * 1000)
}
const names = (items: readonly TicketItem[] | undefined) => items?.map(({ name }) => name)
const now = (ticket: CardContent | null) => names(ticket?.items)
const later = (ticket: CardContent | null) => names(ticket?.later)

describe('a dish that has to start later', () => {
  test('is not among the dishes until its time, and a line says when', () => {
    const ticket = ticketOf([lomo(), papas()])
    const before = show(ticket, 479)
    expect([now(before), later(before)]).toEqual([['Lomo'], ['Papas']])
    expect(before?.elsewhere).toBe('Later 12:08: 2× Papas')
    const then = show(ticket, 480)
    expect([now(then), later(then)]).toEqual([['Lomo', 'Papas'], undefined])
    expect(then?.elsewhere).toBe('')
  })

  test('is named before the dishes of others', () => {
    const ticket = ticketOf([lomo(), papas(), flan(), dish('Cola', {}, [todo('bar')])])
    expect(show(ticket)?.elsewhere).toBe(
      'Later 12:08: 2× Papas · Desserts held: 1× Flan · +1 at Bar',
    )
  })

  test.for<[string, Partial<TicketItem>, Partial<Ticket>, number]>([
    ['has an allergy', { allergyWords: ['nuts'] }, {}, 0],
    ['is for a guest with an allergy', {}, { guestAllergies: 'nuts' }, 0],
    [
      'has an order with an allergy',
      {},
      { notes: [{ text: 'No nuts', allergyWords: ['nuts'] }] },
      0,
    ],
    ['is of a ticket that is due soon', {}, { amberAt: at(100) }, 100],
    ['was started', { work: [todo('grill', { startedAt: at(0) })] }, {}, 1],
    ['was cancelled', {}, { cancellation: { at: at(0), reason: null, stations: ['grill'] } }, 0],
  ])('is shown at once if it %s', ([, item, ticket, seconds]) => {
    const shown = show(ticketOf([papas(item)], ticket), seconds)
    expect([now(shown), later(shown)]).toEqual([['Papas'], undefined])
    // The card stays on the wall, although the time of its dish is ahead.
    expect(shown?.queueAt).toBe(at(0))
  })

  test('is shown whole to the kitchen and to expo', () => {
    const ticket = ticketOf([lomo(), papas()])
    expect(now(show(ticket, 0, { own: [] }))).toEqual(['Lomo', 'Papas'])
    expect(now(show(ticket, 0, { own: [], isExpo: true }))).toEqual(['Lomo', 'Papas'])
  })

  test('counts from its time; with others from the first', () => {
    expect(show(ticketOf([papas()]), 500)?.queueAt).toBe(at(480))
    expect(show(ticketOf([lomo(), papas()]), 500)?.queueAt).toBe(at(0))
    const fired = {
      courses: [
        { course: 1, firedAt: at(0) },
        { course: 3, firedAt: at(300) },
      ],
    }
    expect(show(ticketOf([dish('Flan', { course: 3 })], fired), 400)?.queueAt).toBe(at(300))
  })

  test('waits with its scheduled ticket until that is on the wall', () => {
    const ticket = ticketOf([papas()], { scheduled: true, queueAt: at(300) })
    const scheduled = show(ticket, 100)
    expect([now(scheduled), scheduled?.queueAt]).toEqual([['Papas'], at(480)])
    expect(later(show(ticket, 299))).toEqual(['Papas'])
  })
})

describe('a dish of a course that nobody fired', () => {
  test('is held, also when the ticket is late, with its allergy in words', () => {
    const shown = show(ticketOf([lomo(), flan({ allergyWords: ['egg'] })]), 2000)
    expect(now(shown)).toEqual(['Lomo'])
    expect(shown?.elsewhere).toBe('Desserts held: 1× Flan (allergy: egg)')
  })

  test('leaves the ticket when the others are done, and it is not over', () => {
    const done = dish('Lomo', { struck: true }, [todo('grill', { doneAt: at(0) })])
    const ticket = ticketOf([done, flan()])
    expect(show(ticket, 5)?.bump?.delivery.undoUntil).toBe(at(8))
    const over = show(ticket, 9)
    expect([now(over), later(over)]).toEqual([[], ['Flan']])
  })

  test('that somebody began anyway is shown', () => {
    expect(now(show(ticketOf([flan({ work: [todo('grill', { startedAt: at(0) })] })])))).toEqual([
      'Flan',
    ])
  })
})

describe('the courses where they are fired', () => {
  const courses = [
    { course: 1, firedAt: at(0) },
    { course: 2, firedAt: at(600) },
    { course: 4, firedAt: null },
  ]
  const ticket = ticketOf(
    [
      dish('Sopa', { course: 1, struck: true }),
      dish('Lomo', { course: 2 }),
      dish('Té', { course: 4, isHeld: true }),
    ],
    { courses },
  )
  test('say how far each is, and which is next', () => {
    const text = show(ticket, 700, { own: [], isExpo: true })?.coursesText
    expect(text).toMatchObject({
      text: 'Starters ✓ · Mains: fired 12:10 · Course 4: held',
      isLate: false,
      next: { course: 4, label: 'Fire course 4', fired: '1234: Course 4 fired' },
    })
    expect(show(ticket, 700, { own: [] })?.coursesText).toEqual(text)
    expect(show(ticket, 700)?.coursesText).toBeUndefined()
  })

  test('are late when the ticket is and one is held', () => {
    const isLate = (some: Partial<Ticket>) =>
      show({ ...ticket, ...some }, 1800, { own: [], isExpo: true })?.coursesText?.isLate
    expect(isLate({})).toBe(true)
    expect(isLate({ courses: courses.slice(0, 2) })).toBe(false)
  })
})

describe('the screen of a station', () => {
  const soon = (seconds: number) => new Date(hostNow() + seconds * 1000).toISOString()
  const live = { queueAt: soon(-60), amberAt: soon(900), promisedAt: soon(1800), veryLateAt: null }

  function openScreen(first: Ticket[]) {
    const app = createApp({}).use(createPinia()).provide(bridgeKey, new FakeBridge())
    const all = shallowRef(new Map(first.map((ticket) => [ticket.id, ticket])))
    return app.runWithContext(() => {
      useSettings().take({ undoSeconds: 8 } as Settings)
      return useCardContents(() => all.value, {
        ...{ own: ref(['grill']), isExpo: ref(false) },
        stations: ref(sampleStations().stations),
      })
    })
  }

  test('has a ticket only for later in a list, the first one first, and a mixed one in both', () => {
    const shown = openScreen([
      ticketOf([flan()], { ...live, id: 'held' }),
      ticketOf([papas({ startsAt: soon(500) })], { ...live, id: 'second' }),
      ticketOf([lomo(), papas({ startsAt: soon(300) })], { ...live, id: 'first' }),
      ticketOf([lomo()], { ...live, id: 'plain' }),
    ])
    expect([...shown.value.tickets.keys()]).toEqual(['first', 'plain'])
    expect(shown.value.later.map(({ id }) => id)).toEqual(['first', 'second', 'held'])
  })

  test('shows a dish when its time has come, without any event, and rings', () => {
    const shown = openScreen([
      ticketOf([papas({ startsAt: soon(60) })], { ...live, id: 'alone' }),
      ticketOf([lomo(), papas({ startsAt: soon(60) })], { ...live, id: 'mixed' }),
    ])
    const scene = () => ({ tickets: shown.value.tickets, at: hostNow() })
    const before = scene()
    expect([...before.tickets.keys()]).toEqual(['mixed'])
    setHostTime(soon(59))
    expect(shown.value.later).toHaveLength(2)
    setHostTime(soon(2))
    onTestFinished(() => setHostTime(new Date().toISOString()))
    expect(shown.value.later).toEqual([])
    expect([...shown.value.tickets.keys()]).toEqual(['alone', 'mixed'])
    const only = (id: string) => ({
      ...scene(),
      tickets: new Map([...scene().tickets].filter(([key]) => key === id)),
    })
    expect(occasionsBetween(before, only('alone'))).toEqual(['new'])
    expect(occasionsBetween(before, only('mixed'))).toEqual(['new'])
    expect(occasionsBetween(scene(), scene())).toEqual([])
  })

  test('does not ring for a dish that it started itself', () => {
    const mixed = ticketOf([lomo(), papas()])
    const begun = ticketOf([lomo(), papas({ work: [todo('grill', { startedAt: at(1) })] })])
    const scene = (ticket: Ticket) => ({
      tickets: new Map([['order-1', show(ticket, 2) as CardContent]]),
      at: noon,
    })
    expect(occasionsBetween(scene(mixed), scene(begun))).toEqual([])
  })
})
