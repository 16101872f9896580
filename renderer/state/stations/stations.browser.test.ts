import { afterEach, expect, test } from 'vitest'
import type { Stations } from '#contract/stations/station.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountUse, unmountComponent } from '../../test-support/mount-component.ts'
import { makeItem, makeTicket } from '../../test-support/sample-ticket.ts'
import { noStations, sampleStations } from '../../test-support/sample-stations.ts'
import { useTickets } from '../tickets.ts'
import { useStations } from './stations.ts'

afterEach(unmountComponent)

const ticketOf = (id: string, station: string) =>
  makeTicket({
    id,
    items: [makeItem({ work: [{ station, startedAt: null, doneAt: null, by: '' }] })],
  })

async function open(answer: Stations) {
  const bridge = new FakeBridge([ticketOf('a', 'grill'), ticketOf('b', 'bar')])
  bridge.answers['stations.get'] = answer
  const use = await mountUse(bridge, () => ({ stations: useStations(), all: useTickets() }))
  return { ...use, bridge }
}

test.for<[string, Stations]>([
  ['without stations', noStations],
  ['with stations that this screen does not choose from', sampleStations()],
])('in a kitchen %s the tickets are the same objects', async ([, answer]) => {
  const { stations, all } = await open(answer)
  expect(stations.tickets).toBe(all.tickets)
  expect([...stations.tickets.keys()]).toEqual(['a', 'b'])
  expect(stations.isUsed).toBe(answer !== noStations)
})

test('a station has other tickets than the kitchen, and those again once it is none', async () => {
  const { stations, all, bridge } = await open(sampleStations({ own: ['grill'] }))
  expect([...stations.tickets.keys()]).toEqual(['a'])
  bridge.answers['stations.get'] = sampleStations()
  await stations.refresh()
  expect(stations.tickets).toBe(all.tickets)
})

test('an answer that comes after a newer one is not used', async () => {
  const { stations, bridge } = await open(sampleStations({ own: ['grill'] }))
  const hold = bridge.hold('stations.get')
  const first = stations.refresh()
  const second = stations.refresh()
  const [one, other] = [await hold.next(), await hold.next()]
  await other.answer(sampleStations({ own: ['bar'] }))
  await one.answer(sampleStations({ isExpo: true }))
  await Promise.all([first, second])
  expect([stations.own, stations.isExpo]).toEqual([['bar'], false])
  expect([...stations.tickets.keys()]).toEqual(['b'])
})

test('until the stations of another store are known, a screen has no tickets: they may not be its own', async () => {
  const { stations, all, bridge } = await open(noStations)
  const hold = bridge.hold('stations.get')
  stations.forget()
  const refreshed = stations.refresh()
  const asked = await hold.next()
  expect([all.state, stations.state, stations.tickets.size]).toEqual(['ready', 'loading', 0])
  await asked.answer(sampleStations({ own: ['grill'] }))
  await refreshed
  expect([stations.state, ...stations.tickets.keys()]).toEqual(['ready', 'a'])
})

test('what can’t be read at first is said, and can be tried again', async () => {
  const bridge = new FakeBridge([ticketOf('a', 'grill'), ticketOf('b', 'bar')])
  bridge.refusals['stations.get'] = { code: 'storage' }
  const { stations } = await mountUse(bridge, () => ({
    stations: useStations(),
    all: useTickets(),
  }))
  await stations.refresh()
  expect([stations.state, stations.error, stations.tickets.size]).toEqual([
    'failed',
    { code: 'storage' },
    0,
  ])
  bridge.refusals = {}
  await stations.refresh()
  expect([stations.state, stations.error, stations.tickets.size]).toEqual(['ready', null, 2])
})

test('what can’t be read keeps what the screen showed', async () => {
  const { stations, bridge } = await open(sampleStations({ own: ['grill'] }))
  bridge.refusals['stations.get'] = { code: 'storage' }
  await stations.refresh()
  expect(stations.own).toEqual(['grill'])
  expect([...stations.tickets.keys()]).toEqual(['a'])
})
