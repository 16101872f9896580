import { describe, expect, test } from 'vitest'
import type { ItemChange, TicketChange, TicketItem } from '#contract/tickets/ticket.ts'
import {
  acknowledge,
  unseenCancellation,
  unseenChanges,
  type Acknowledged,
} from './acknowledgements.ts'

const item = (key: string, stations: string[], amount = 1): TicketItem => ({
  key,
  productId: key,
  stockKey: null,
  name: key,
  amount,
  modifiers: [],
  comment: null,
  allergyWords: [],
  unread: [],
  struck: false,
  work: stations.map((station) => ({ station, startedAt: null, doneAt: null, by: '' })),
})

const change = (
  key: string,
  stations: string[],
  kind: ItemChange['kind'] = 'amount',
): TicketChange => ({ kind, key, name: key, before: 1, now: 2, stations })

const soup = item('soup', ['grill', 'cold'], 2)
const cola = item('cola', ['bar'], 2)
const items = [soup, cola]
const changes = [change('soup', ['grill', 'cold']), change('cola', ['bar'])]

/** The changes once these stations have acknowledged them, one after the other. */
function after(stations: string[], before: Acknowledged = {}): Acknowledged {
  return stations.reduce(
    (sofar, id) =>
      acknowledge(
        [id],
        { items, changes: unseenChanges(changes, items, sofar), cancellation: null },
        sofar,
      ),
    before,
  )
}

const seenBy = (acknowledged: Acknowledged, { of = changes, now = items } = {}) =>
  unseenChanges(of, now, acknowledged).map(({ key, stations }) => [key, stations])

describe('a change', () => {
  test('is unseen at all of its stations at first', () => {
    expect(unseenChanges(changes, items, {})).toEqual(changes)
  })

  test('is over for the station that acknowledged it, not for another', () => {
    expect(seenBy(after(['grill']))).toEqual([
      ['soup', ['cold']],
      ['cola', ['bar']],
    ])
  })

  test('is over once each of its stations has acknowledged it, in any order, also twice', () => {
    expect(seenBy(after(['cold', 'grill']))).toEqual([['cola', ['bar']]])
    expect(seenBy(after(['bar', 'grill', 'grill', 'cold', 'bar']))).toEqual([])
  })

  test('of another station is not acknowledged with it', () => {
    expect(after(['fryer'])).toEqual({})
    expect(seenBy(after(['fryer']))).toEqual(seenBy({}))
  })

  test('that changes again is shown again to its stations, and not to others', () => {
    const acknowledged = after(['grill', 'cold', 'bar'])
    const now = [item('soup', ['grill', 'cold'], 3), cola]
    expect(seenBy(acknowledged, { now })).toEqual([['soup', ['grill', 'cold']]])
  })

  test('that comes later is shown to its station, with what that acknowledged before', () => {
    const acknowledged = after(['grill', 'bar', 'cold'])
    const of = [...changes, change('beer', ['bar'], 'added')]
    expect(seenBy(acknowledged, { of, now: [...items, item('beer', ['bar'])] })).toEqual([
      ['cola', ['bar']],
      ['beer', ['bar']],
    ])
  })

  test('of a dish that is gone is not a change of it', () => {
    const acknowledged = after(['grill', 'bar', 'cold'])
    const of = [change('soup', ['grill', 'cold']), change('cola', ['bar'], 'removed')]
    expect(seenBy(acknowledged, { of, now: [soup] })).toEqual([['cola', ['bar']]])
    const gone = acknowledge(['bar'], { items: [soup], changes: of, cancellation: null }, {})
    expect(seenBy(gone, { of, now: [soup] })).toEqual([['soup', ['grill', 'cold']]])
  })
})

describe('a cancellation', () => {
  const cancellation = { at: '2026-11-20T15:30:00.000Z', reason: null }

  test('is for each station of the ticket once, until it acknowledged it', () => {
    expect(unseenCancellation([soup, cola, soup], {})).toEqual(['grill', 'cold', 'bar'])
    const acknowledged = acknowledge(['cold', 'bar'], { items, changes: [], cancellation }, {})
    expect(unseenCancellation(items, acknowledged)).toEqual(['grill'])
  })

  test('is not acknowledged with a change before it', () => {
    expect(unseenCancellation(items, after(['grill', 'cold', 'bar']))).toEqual([
      'grill',
      'cold',
      'bar',
    ])
  })

  test('leaves the acknowledgements of others as they are', () => {
    const before = after(['bar'])
    const acknowledged = acknowledge(['grill'], { items, changes, cancellation }, before)
    expect(acknowledged['bar']).toBe(before['bar'])
    expect(Object.keys(acknowledged)).toEqual(['bar', 'grill'])
  })
})
