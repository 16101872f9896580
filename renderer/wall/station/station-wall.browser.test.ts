import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { defaultSettings } from '#contract/settings/settings.ts'
import type { Stations } from '#contract/stations/station.ts'
import type { StationWork, Ticket, TicketItem } from '#contract/tickets/ticket.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { at, cardOf, closeWall, openWall, shown, ticketFor } from '../../test-support/open-wall.ts'
import { makeItem } from '../../test-support/sample-ticket.ts'
import { sampleStations } from '../../test-support/sample-stations.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(closeWall)

const work = (station: string, some: Partial<StationWork> = {}): StationWork => ({
  station,
  startedAt: null,
  doneAt: null,
  by: '',
  ...some,
})
const dish = (name: string, station: string, some: Partial<StationWork> = {}): TicketItem => {
  const stationWork = work(station, some)
  return makeItem({
    key: name,
    name,
    amount: 1,
    work: [stationWork],
    struck: stationWork.doneAt !== null,
  })
}

const soup = (some: Partial<StationWork> = {}) => dish('Soup', 'grill', some)
const cola = (some: Partial<StationWork> = {}) => dish('Cola', 'bar', some)

function bridgeAt(tickets: Ticket[], own: Partial<Stations> = { own: ['grill'] }): FakeBridge {
  const bridge = new FakeBridge(tickets)
  bridge.answers['stations.get'] = sampleStations(own)
  bridge.answers['settings.get'] = { ...defaultSettings, undoSeconds: 60 }
  return bridge
}
const button = (name: string) => page.getByRole('button', { name, exact: true })
const tapId: unknown = expect.stringMatching(/^[\da-f-]{36}$/)

describe('a station', () => {
  test('has its dishes only, and is done with them in one tap', async () => {
    const tickets = [ticketFor(1, { items: [soup(), cola()] }), ticketFor(2, { items: [cola()] })]
    const bridge = bridgeAt(tickets)
    await openWall(bridge)
    await expect.poll(shown).toEqual([1001])
    expect(cardOf(1)?.textContent).toContain('Soup')
    expect(cardOf(1)?.textContent).not.toContain('Cola')
    expect(cardOf(1)?.textContent).toContain('+1 at Bar')
    await button('Done 1001').click()
    await expect
      .poll(() => bridge.asked('tickets.setDone'))
      .toEqual([{ ticketId: 'order 1', stations: ['grill'], itemKeys: [], done: true, tapId }])
    expect(bridge.asked('tickets.markReady')).toEqual([])
  })

  test('undoes what it was done with, while there is time, and the ticket leaves the others alone', async () => {
    const bridge = bridgeAt([ticketFor(1, { items: [soup({ doneAt: at(-0.1) }), cola()] })])
    await openWall(bridge)
    await button('Undo 1001').click()
    await expect
      .poll(() => bridge.asked('tickets.undo'))
      .toEqual([{ ticketId: 'order 1', stations: ['grill'] }])
    bridge.change([ticketFor(1, { items: [soup({ doneAt: at(-2) }), cola()] })])
    await expect.poll(shown).toEqual([])
  })

  test('strikes a dish, and takes that back', async () => {
    const bridge = bridgeAt([
      ticketFor(1, { items: [soup(), dish('Steak', 'grill', { doneAt: at(-1) }), cola()] }),
    ])
    const list = await openWall(bridge)
    await list.getByRole('button', { name: /Soup/ }).click()
    const strike = { ticketId: 'order 1', stations: ['grill'], tapId }
    await expect
      .poll(() => bridge.asked('tickets.setDone'))
      .toEqual([{ ...strike, itemKeys: ['Soup'], done: true }])
    await list.getByRole('button', { name: /Steak/, pressed: true }).click()
    await expect
      .poll(() => bridge.asked('tickets.setDone').at(-1))
      .toEqual({ ...strike, itemKeys: ['Steak'], done: false })
  })

  test('starts first where the kitchen says when it begins, whatever another started', async () => {
    const startedAt = at(-1)
    const items = [soup(), cola({ startedAt })]
    const bridge = bridgeAt([ticketFor(1, { startedAt, items })])
    bridge.answers['settings.get'] = { ...defaultSettings, startedStage: true }
    await openWall(bridge)
    await button('Start 1001').click()
    await expect
      .poll(() => bridge.asked('tickets.start'))
      .toEqual([{ ticketId: 'order 1', stations: ['grill'], started: true }])
    bridge.change([ticketFor(1, { startedAt, items: [soup({ startedAt: at(0) }), cola()] })])
    await expect.element(button('Done 1001')).toBeVisible()
  })

  test('acknowledges a change and a cancellation for itself, and does not see those of others', async () => {
    const change = { kind: 'amount', key: 'Soup', name: 'Soup', before: 1, now: 2 } as const
    const cancelled = (nth: number, stations: string[]) =>
      ticketFor(nth, {
        ...{ items: [soup(), cola()], stage: 'cancelled' },
        cancellation: { at: at(0), reason: null, stations },
      })
    const bridge = bridgeAt([
      ticketFor(1, { items: [soup(), cola()], changes: [{ ...change, stations: ['grill'] }] }),
      ticketFor(2, { items: [soup(), cola()], changes: [{ ...change, stations: ['bar'] }] }),
      cancelled(3, ['grill']),
      cancelled(4, ['bar']),
    ])
    await openWall(bridge)
    await expect.poll(shown).toEqual([1001, 1002])
    expect(button('Got it 1002').elements()).toEqual([])
    expect(button('Got it 1004').elements()).toEqual([])
    await button('Got it 1001').click()
    await button('Got it 1003').click()
    await expect
      .poll(() => bridge.asked('tickets.acknowledge'))
      .toEqual(['order 1', 'order 3'].map((ticketId) => ({ ticketId, stations: ['grill'] })))
  })

  test('shows nothing of the whole kitchen at any moment of its start', async () => {
    const texts: string[] = []
    const observer = new MutationObserver(() => texts.push(document.body.textContent))
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    onTestFinished(() => observer.disconnect())
    await openWall(bridgeAt([ticketFor(1, { items: [soup()] }), ticketFor(2, { items: [cola()] })]))
    await expect.poll(shown).toEqual([1001])
    expect(texts.some((text) => text.includes('1001'))).toBe(true)
    expect(texts.filter((text) => text.includes('1002'))).toEqual([])
  })

  test('becomes the whole kitchen again', async () => {
    const bridge = bridgeAt([ticketFor(1, { items: [soup()] }), ticketFor(2, { items: [cola()] })])
    await openWall(bridge)
    await expect.poll(shown).toEqual([1001])
    bridge.answers['stations.get'] = sampleStations()
    bridge.notify({ type: 'stations.changed' })
    await expect.poll(shown).toEqual([1001, 1002])
    await button('Ready 1002').click()
    await expect.poll(() => bridge.asked('tickets.markReady')).toHaveLength(1)
  })
})

describe('expo', () => {
  const expo = { isExpo: true }

  test('shows how far each dish is, also to a screen reader, and a tap puts it into the bag', async () => {
    const packed: TicketItem = { ...soup({ doneAt: at(-1) }), isBagged: true }
    const tea = { ...dish('Tea', 'bar'), work: [work('bar', { startedAt: at(-1) })] }
    const bridge = bridgeAt([ticketFor(1, { items: [packed, tea, cola()] })], expo)
    const list = await openWall(bridge)
    const item = (name: string, pressed: boolean) =>
      list.getByRole('button', { name, pressed, exact: true })
    await expect.element(item('1× Soup (done)', true)).toBeVisible()
    await expect.element(item('1× Tea (started)', false)).toBeVisible()
    await expect.element(item('1× Cola (to make)', false)).toBeVisible()
    expect(cardOf(1)?.textContent).toContain('Grill ✓ · Bar 2 left')
    await item('1× Cola (to make)', false).click()
    await item('1× Soup (done)', true).click()
    await expect
      .poll(() => bridge.asked('tickets.setBagged'))
      .toEqual([
        { ticketId: 'order 1', itemKeys: ['Cola'], bagged: true },
        { ticketId: 'order 1', itemKeys: ['Soup'], bagged: false },
      ])
    expect(bridge.asked('tickets.setDone')).toEqual([])
  })

  test('bumps the whole ticket, which is suggested only once every station is done', async () => {
    const packed: TicketItem = { ...cola(), isBagged: true }
    const done = { doneAt: at(-5) }
    const bridge = bridgeAt(
      [
        ticketFor(1, { items: [{ ...soup(done), isBagged: true }, packed] }),
        ticketFor(2, { items: [soup(done), cola(done)] }),
      ],
      expo,
    )
    await openWall(bridge)
    await expect.element(button('Ready 1001')).not.toHaveClass('suggested')
    await expect.element(button('Ready 1002')).toHaveClass('suggested')
    await button('Ready 1002').click()
    await expect
      .poll(() => bridge.asked('tickets.markReady'))
      .toEqual([{ ticketId: 'order 2', tapId }])
  })

  test('has a driver at the door first, what to pack, and nothing to start', async () => {
    const times = { doneAt: null, coolsAt: null, handedOverAt: null }
    const driver = {
      ...{ stage: 'at-store' as const, name: null, vehicle: null, pickupCode: null },
      ...{ expectedAt: null, searchesAt: null },
    }
    const bridge = bridgeAt(
      [
        ticketFor(1, {
          items: [soup()],
          expo: { ...times, shelf: 'B2', packing: ['spoon', 'straw'] },
        }),
        ticketFor(2, { items: [cola()], driver }),
      ],
      expo,
    )
    bridge.answers['settings.get'] = { ...defaultSettings, startedStage: true }
    bridge.answers['tickets.waiting'] = []
    await openWall(bridge)
    await expect.poll(shown).toEqual([1002, 1001])
    expect(cardOf(1)?.textContent).toContain('Pack: spoon, straw')
    expect(cardOf(1)?.textContent).toContain('Shelf B2')
    await expect.element(button('Ready 1001')).toBeVisible()
    await expect
      .element(page.getByRole('complementary', { name: 'Waiting for pick-up' }))
      .toBeVisible()
  })
})

test('the tickets of another choice of stations are not marked as new', async () => {
  const tickets = [ticketFor(1, { items: [soup()] }), ticketFor(2, { items: [cola()] })]
  const bridge = bridgeAt(tickets)
  await openWall(bridge)
  await expect.poll(shown).toEqual([1001])
  for (const own of [['bar'], ['grill', 'bar'], []]) {
    bridge.answers['stations.get'] = sampleStations({ own })
    bridge.notify({ type: 'stations.changed' })
    await expect.poll(() => shown().length).toBe(own.length === 1 ? 1 : 2)
    await expect.poll(() => cardOf(2)).toBeDefined()
    expect(document.querySelectorAll('[data-new]')).toHaveLength(0)
  }
})
