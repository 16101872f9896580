import { createPinia } from 'pinia'
import { computed, createApp, ref, shallowRef } from 'vue'
import { afterEach, describe, expect, test, onTestFinished } from 'vitest'
import type { Settings } from '#contract/settings/settings.ts'
import type { StationWork, Ticket, TicketItem } from '#contract/tickets/ticket.ts'
import { bridgeKey } from '../../bridge/key.ts'
import { hostNow, setHostTime } from '../../clock/host-clock.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { sampleStations } from '../../test-support/sample-stations.ts'
import { bumps, makeItem, makeTicket } from '../../test-support/sample-ticket.ts'
import { useSettings } from '../settings.ts'
import { byDoor } from '../ticket-place.ts'
import type { CardContent } from './card-content.ts'
import { locale } from '../../locales/i18n.ts'
import { useCardContents, contentOf } from './card-contents.ts'

afterEach(() => setHostTime(new Date().toISOString()))

const noon = Date.parse('2025-03-01T12:00:00.000Z')
const at = (seconds: number): string => new Date(noon + seconds * 1000).toISOString()
const undoMs = 8_000

const todo = (station: string, some: Partial<StationWork> = {}): StationWork => ({
  station,
  startedAt: null,
  doneAt: null,
  by: '',
  ...some,
})
const done = (station: string, seconds: number) => todo(station, { doneAt: at(seconds) })

/** A dish at some stations. */
const dish = (name: string, work: StationWork[], some: Partial<TicketItem> = {}): TicketItem =>
  makeItem({
    ...{ key: name, name, amount: 1, work },
    struck: work.every(({ doneAt }) => doneAt !== null),
    ...some,
  })

/** How the grill shows a ticket, or other stations, or expo. */
function show(ticket: Ticket, { own = ['grill'], isExpo = false, now = noon } = {}) {
  const { stations } = sampleStations()
  const clock = { timeFormat: '24-hour' as const, timeZone: 'UTC' }
  return contentOf(ticket, { ...clock, language: 'en', own, isExpo, stations, undoMs }, now)
}
const namesOf = (ticket: CardContent | null) => ticket?.items.map(({ name }) => name)

const soup = (some: Partial<StationWork> = {}) => dish('soup', [todo('grill', some)])
const mixed = () =>
  makeTicket({
    items: [
      soup(),
      dish('cola', [todo('bar')], { amount: 2 }),
      dish('tea', [todo('bar')]),
      dish('bread', [todo('rest')]),
    ],
  })

describe('a station sees', () => {
  test('its own dishes, and where the others are', () => {
    const shown = show(mixed())
    expect(namesOf(shown)).toEqual(['soup'])
    expect(shown?.elsewhere).toBe('+3 at Bar · +1 at Everything else')
    const both = show(mixed(), { own: ['grill', 'bar'] })
    expect(namesOf(both)).toEqual(['soup', 'cola', 'tea'])
    expect(both?.elsewhere).toBe('+1 at Everything else')
  })

  test('no ticket without one of its dishes, and no text where all are its own', () => {
    expect(show(makeTicket({ items: [dish('cola', [todo('bar')])] }))).toBeNull()
    const alone = show(makeTicket({ items: [soup()] }))
    // Empty, not absent: its action is “Done”, not “Ready”.
    expect(alone?.elsewhere).toBe('')
  })

  test('which of the others are done', () => {
    const items = [soup(), dish('cola', [done('bar', 0)]), dish('bread', [todo('rest')])]
    expect(show(makeTicket({ items }))?.elsewhere).toBe('Bar ✓ · +1 at Everything else')
    const some = [soup(), dish('cola', [done('bar', 0)]), dish('tea', [todo('bar')])]
    expect(show(makeTicket({ items: some }))?.elsewhere).toBe('+2 at Bar')
  })

  test('allergies that the other dishes name, once each', () => {
    const items = [
      dish('soup', [todo('grill')], { allergyWords: ['egg'] }),
      dish('cola', [todo('bar')], { allergyWords: ['nuts'] }),
      dish('tea', [todo('bar')], { allergyWords: ['nuts', 'milk'] }),
    ]
    expect(show(makeTicket({ items }))?.elsewhere).toBe('+2 at Bar · Allergy there: nuts, milk')
  })

  test('a dish of two stations at both, done where it is done', () => {
    const ticket = makeTicket({
      items: [
        dish('platter', [done('grill', 0), todo('bar')]),
        soup(),
        dish('cola', [todo('bar')]),
      ],
    })
    const grill = show(ticket)
    expect(grill?.items.map(({ name, struck }) => [name, struck])).toEqual([
      ['platter', true],
      ['soup', false],
    ])
    const bar = show(ticket, { own: ['bar'] })
    expect(bar?.items.map(({ name, struck }) => [name, struck])).toEqual([
      ['platter', false],
      ['cola', false],
    ])
  })

  test('what it started, and not what another station did', () => {
    const ticket = makeTicket({
      startedAt: at(-60),
      items: [soup({ startedAt: at(-60) }), dish('cola', [todo('bar')])],
    })
    expect(show(ticket)?.startedAt).toBe(at(-60))
    expect(show(ticket, { own: ['bar'] })?.startedAt).toBeNull()
  })

  test('an order that has no stations yet whole', () => {
    const ticket = makeTicket({ items: [makeItem(), makeItem({ key: 'b', struck: true })] })
    expect(show(ticket)?.items.map(({ struck }) => struck)).toEqual([false, true])
  })
})

describe('a station that is done', () => {
  const finished = (some: Partial<Ticket> = {}) =>
    makeTicket({
      items: [
        dish('soup', [done('grill', 0)]),
        dish('steak', [done('grill', 2)]),
        dish('cola', [todo('bar')]),
      ],
      ...some,
    })

  test('may undo it for the time of an undo since its last dish, and then the ticket is gone', () => {
    const shown = show(finished(), { now: noon + 2_000 })
    expect(shown?.bump).toEqual({
      bumpedAt: at(2),
      delivery: { state: 'queued', since: at(2), undoUntil: at(10) },
    })
    expect(show(finished(), { now: noon + 9_999 })).not.toBeNull()
    expect(show(finished(), { now: noon + 10_000 })).toBeNull()
  })

  test('has nothing to undo while one of its dishes is left', () => {
    const ticket = makeTicket({ items: [dish('soup', [done('grill', 0)]), soup()] })
    expect(show(ticket, { now: noon + 60_000 })?.bump).toBeNull()
  })

  test('is not done for another station', () => {
    const shown = show(finished(), { own: ['bar'], now: noon + 60_000 })
    expect([shown?.bump, shown?.elsewhere]).toEqual([null, 'Grill ✓'])
    expect(show(finished(), { own: ['grill', 'bar'], now: noon + 60_000 })?.bump).toBeNull()
  })

  test('sees the bump of the whole ticket in place of its own', () => {
    const bumped = finished({ stage: 'ready', bump: bumps.undoable })
    expect(show(bumped, { now: noon + 3_000 })?.bump).toEqual(bumps.undoable)
    // Expo bumped what the bar had not done.
    expect(show(bumped, { own: ['bar'], now: noon + 3_000 })?.bump).toEqual(bumps.undoable)
  })

  test('sees the ticket again with a change that it has not acknowledged, without an undo', () => {
    const change = { kind: 'amount', key: 'soup', name: 'soup', before: 1, now: 2 } as const
    const late = { now: noon + 60_000 }
    const grill = finished({ changes: [{ ...change, stations: ['grill'] }] })
    expect(show(grill, late)).toMatchObject({ bump: null, changes: [change] })
    const bar = finished({ changes: [{ ...change, stations: ['bar'] }] })
    expect(show(bar, late)).toBeNull()
    expect(show(bar, { ...late, own: ['bar'] })?.changes).toHaveLength(1)
  })
})

describe('news', () => {
  const removed = { kind: 'removed', key: 'x', name: 'cake', before: 1, now: 0 } as const

  test('are only for stations that have not acknowledged them', () => {
    const changes = [
      { ...removed, stations: ['bar'] },
      { ...removed, key: 'y', stations: ['grill', 'bar'] },
    ]
    const shown = show({ ...mixed(), changes })
    expect(shown?.changes.map(({ key }) => key)).toEqual(['y'])
    expect(show({ ...mixed(), changes }, { own: ['rest'] })?.changes).toEqual([])
    expect(show({ ...mixed(), changes: [removed] })?.changes).toEqual([removed])
  })

  test('of the last dish of a station keep the ticket there until it is acknowledged', () => {
    const items = [dish('cola', [todo('bar')])]
    const news = makeTicket({ items, changes: [{ ...removed, stations: ['grill'] }] })
    expect(show(news)).toMatchObject({ items: [], elsewhere: '+1 at Bar' })
    expect(show(makeTicket({ items }))).toBeNull()
  })

  test('of a cancellation are there until each station has acknowledged it', () => {
    const cancelled = (...stations: string[]) => ({
      ...mixed(),
      stage: 'cancelled' as const,
      cancellation: { at: at(0), reason: null, stations },
    })
    expect(show(cancelled('grill', 'bar'))).toMatchObject({ stage: 'cancelled' })
    expect(show(cancelled('bar'))).toBeNull()
    expect(show(cancelled('bar'), { own: ['bar'] })).not.toBeNull()
    const finished = { ...cancelled('grill'), items: [dish('soup', [done('grill', 0)])] }
    expect(show(finished, { now: noon + 60_000 })).not.toBeNull()
  })
})

describe('expo sees', () => {
  const expo = { own: [], isExpo: true }

  test('the whole ticket with the progress of each dish, and the bag instead of what is done', () => {
    const items = [
      dish('soup', [done('grill', 0)]),
      dish('platter', [done('grill', 0), todo('bar')], { isBagged: true }),
      dish('tea', [todo('bar', { startedAt: at(0) })]),
      dish('bread', [todo('rest')]),
    ]
    const shown = show(makeTicket({ items }), expo)
    expect(shown?.items.map(({ name, progress, struck }) => [name, progress, struck])).toEqual([
      ['soup', 'done', false],
      ['platter', 'started', true],
      ['tea', 'started', false],
      ['bread', 'new', false],
    ])
    expect(shown?.elsewhere).toBe('Grill ✓ · Bar 2 left · Everything else 1 left')
    expect(shown?.isAllDone).toBe(false)
  })

  test('how many pieces are left at a station', () => {
    const items = [dish('soup', [todo('grill')], { amount: 3 }), dish('steak', [done('grill', 0)])]
    expect(show(makeTicket({ items }), expo)?.elsewhere).toBe('Grill 3 left')
  })

  test('when every station is done, whatever is in the bag, and nothing to start', () => {
    const items = [dish('soup', [done('grill', 0)]), dish('cola', [done('bar', 1)])]
    const shown = show(makeTicket({ items }), { ...expo, now: noon + 60_000 })
    expect(shown).toMatchObject({ isAllDone: true, bump: null, elsewhere: 'Grill ✓ · Bar ✓' })
    expect(shown?.items.map(({ struck }) => struck)).toEqual([false, false])
    expect(shown?.startedAt).toBe(shown?.createdAt)
  })

  test('what to pack and the shelf after the order’s own notes', () => {
    const own = { text: 'Gift', allergyWords: [] }
    const times = { doneAt: null, coolsAt: null, handedOverAt: null }
    const ticket = makeTicket({
      notes: [own],
      expo: { ...times, shelf: 'B2', packing: ['spoon', 'straw'] },
    })
    expect(show(ticket, expo)?.notes).toEqual([
      own,
      { text: 'Pack: spoon, straw', allergyWords: [] },
      { text: 'Shelf B2', allergyWords: [] },
    ])
    expect(show(ticket)?.notes).toEqual([own])
    const nothing = makeTicket({ expo: { ...times, shelf: '', packing: [] } })
    expect(show(nothing, expo)?.notes).toEqual([])
    expect(show(makeTicket(), expo)?.notes).toEqual([])
  })

  test('every change and cancellation, whoever acknowledged it', () => {
    const change = { kind: 'removed', key: 'x', name: 'cake', before: 1, now: 0 } as const
    const cancellation = { at: at(0), reason: null, stations: [] }
    const ticket = { ...mixed(), changes: [{ ...change, stations: ['bar'] }], cancellation }
    expect(show(ticket, expo)).toMatchObject({ changes: [change], cancellation })
  })

  test('a ticket whose driver is at the door first, then by promised time', () => {
    const driver = (stage: 'assigned' | 'at-store') => ({
      ...{ stage, name: null, vehicle: null, pickupCode: null },
      ...{ expectedAt: null, searchesAt: null },
    })
    const tickets = [
      makeTicket({ id: 'a', promisedAt: at(10), driver: driver('assigned') }),
      makeTicket({ id: 'b', promisedAt: at(40), driver: driver('at-store') }),
      makeTicket({ id: 'c', promisedAt: at(5) }),
      makeTicket({ id: 'd', promisedAt: at(30), driver: driver('at-store') }),
    ]
    expect(tickets.toSorted(byDoor).map(({ id }) => id)).toEqual(['d', 'b', 'c', 'a'])
  })
})

describe('the tickets of a screen', () => {
  /** A screen whose tickets and stations a test changes. */
  function openScreen(first: Ticket[], undoSeconds = 8) {
    const app = createApp({}).use(createPinia()).provide(bridgeKey, new FakeBridge())
    const all = shallowRef(new Map(first.map((ticket) => [ticket.id, ticket])))
    const own = ref(['grill'])
    const isExpo = ref(false)
    const contents = app.runWithContext(() => {
      useSettings().take({ undoSeconds } as Settings)
      return useCardContents(() => all.value, {
        ...{ own, isExpo },
        stations: ref(sampleStations().stations),
      })
    })
    const change = (ticket: Ticket) =>
      (all.value = new Map([...all.value, [ticket.id, ticket] as const]))
    return { shown: computed(() => contents.value.tickets), own, isExpo, change }
  }
  const hostAt = (ms: number) => new Date(hostNow() + ms).toISOString()
  const doneIn = (ms: number) =>
    makeTicket({ id: 'done', items: [dish('soup', [todo('grill', { doneAt: hostAt(ms) })])] })

  test('keep their objects while they do not change', () => {
    const { shown, change } = openScreen([makeTicket({ id: 'a', items: [soup()] })])
    const before = shown.value.get('a')
    expect(before?.items).toHaveLength(1)
    change(makeTicket({ id: 'b', items: [soup()] }))
    expect([...shown.value.keys()]).toEqual(['a', 'b'])
    expect(shown.value.get('a')).toBe(before)
    change(makeTicket({ id: 'a', items: [soup(), dish('cola', [todo('bar')])] }))
    expect(shown.value.get('a')).not.toBe(before)
    expect(shown.value.get('a')?.elsewhere).toBe('+1 at Bar')
  })

  test('say where the others are in the language of the screen, also once it changes', () => {
    const { shown } = openScreen([{ ...mixed(), id: 'a' }])
    onTestFinished(() => void (locale.value = 'en'))
    expect(shown.value.get('a')?.elsewhere).toContain(' at Bar')
    locale.value = 'es'
    expect(shown.value.get('a')?.elsewhere).toContain(' en Bar')
  })

  test('are others once the screen shows other stations, or expo', () => {
    const { shown, own, isExpo } = openScreen([{ ...mixed(), id: 'a' }])
    expect(namesOf(shown.value.get('a') ?? null)).toEqual(['soup'])
    own.value = ['bar']
    expect(namesOf(shown.value.get('a') ?? null)).toEqual(['cola', 'tea'])
    own.value = []
    isExpo.value = true
    expect(shown.value.get('a')?.items).toHaveLength(4)
  })

  test('leave when the time of their undo ends, without any event', async () => {
    const { shown } = openScreen([doneIn(0), { ...mixed(), id: 'open' }], 1)
    expect([...shown.value.keys()]).toEqual(['done', 'open'])
    expect(shown.value.get('done')?.bump).not.toBeNull()
    await expect.poll(() => [...shown.value.keys()], { timeout: 10_000 }).toEqual(['open'])
  })

  test('leave at once where a kitchen has no undo', () => {
    expect([...openScreen([doneIn(-1)], 0).shown.value.keys()]).toEqual([])
  })
})
