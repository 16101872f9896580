import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defaultSettings } from '#contract/settings/settings.ts'
import type { Stations } from '#contract/stations/station.ts'
import type { StationWork, Ticket, TicketItem } from '#contract/tickets/ticket.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { findMisfits } from '../../test-support/misfits.ts'
import { at, cardOf, closeWall, openWall, shown, ticketFor } from '../../test-support/open-wall.ts'
import { makeItem } from '../../test-support/sample-ticket.ts'
import { sampleStations } from '../../test-support/sample-stations.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(closeWall)

const dish = (
  name: string,
  some: Partial<TicketItem> = {},
  work: Partial<StationWork> = {},
): TicketItem =>
  makeItem({
    ...{ key: name, name, amount: 1 },
    work: [{ ...{ station: 'grill', startedAt: null, doneAt: null, by: '' }, ...work }],
    ...some,
  })
const papas = (minutes = 8) => dish('Papas', { amount: 2, startsAt: at(minutes) })
const courses = (...fired: (number | null)[]) =>
  fired.map((minutes, nth) => ({
    ...{ course: nth + 1, firedAt: minutes === null ? null : at(minutes) },
  }))
const soup = (some: Partial<TicketItem> = {}) => dish('Soup', { course: 1, ...some })
const steak = (some: Partial<TicketItem> = {}) =>
  dish('Steak', { course: 2, isHeld: true, ...some })

function bridgeAt(tickets: Ticket[], own: Partial<Stations> = { own: ['grill'] }): FakeBridge {
  const bridge = new FakeBridge(tickets)
  bridge.answers['stations.get'] = sampleStations(own)
  bridge.answers['settings.get'] = { ...defaultSettings, finishTogether: true, courses: true }
  for (const name of ['fire', 'start', 'setDone', 'acknowledge'] as const)
    bridge.answers[`tickets.${name}`] = null
  bridge.answers['tickets.waiting'] = []
  return bridge
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog', { name: 'Make later' })
const list = dialog.getByRole('list', { name: 'Make later' })
const tapId: unknown = expect.stringMatching(/^[\da-f-]{36}$/)

describe('a station with dishes for later', () => {
  test('lists them with their times, and starts one before its time', async () => {
    const late = { amberAt: at(-9), promisedAt: at(-5), veryLateAt: null }
    const bridge = bridgeAt([
      ticketFor(1, { items: [papas()] }),
      ticketFor(2, {
        ...{ ...late, items: [steak({ allergyWords: ['egg'] })] },
        ...{ buyerName: 'Eva', courses: courses(-5, null) },
      }),
      ticketFor(3, { items: [dish('Lomo'), papas(2)] }),
    ])
    await openWall(bridge)
    await expect.poll(shown).toEqual([1003])
    expect(cardOf(3)?.textContent).toMatch(/Later \d\d:\d\d: 2× Papas/)
    await button(/^Later\s*3$/).click()
    const rows = () => [...list.element().children].map(({ textContent }) => textContent)
    await expect
      .poll(rows)
      .toEqual([
        expect.stringMatching(/^1003.*2× Papas\s*\d\d:\d\d · in (2:00|1:\d\d)/),
        expect.stringMatching(/^1001.*2× Papas\s*\d\d:\d\d · in (8:00|7:\d\d)/),
        expect.stringMatching(/^1002\s*Eva\s*Late.*1× Steak \(allergy: egg\)\s*Mains: not fired/),
      ])
    // Its course has to be fired first.
    expect(dialog.getByRole('button', { name: 'Start now 1002' }).elements()).toEqual([])
    await dialog.getByRole('button', { name: 'Start now 1001' }).click()
    await expect
      .poll(() => bridge.asked('tickets.start'))
      .toEqual([{ ticketId: 'order 1', stations: ['grill'], started: true, itemKeys: ['Papas'] }])
    bridge.change([ticketFor(1, { items: [dish('Papas', {}, { startedAt: at(0) })] })])
    await expect.poll(rows).toHaveLength(2)
    await expect.poll(() => shown().toSorted()).toEqual([1001, 1003])
  })

  test('is done with what is on the card only', async () => {
    const bridge = bridgeAt([ticketFor(1, { items: [dish('Lomo'), papas()] })])
    await openWall(bridge)
    await button('Done 1001').click()
    await expect
      .poll(() => bridge.asked('tickets.setDone'))
      .toEqual([
        { ticketId: 'order 1', stations: ['grill'], itemKeys: ['Lomo'], done: true, tapId },
      ])
  })

  test('starts what is on the card only, where the kitchen says when it begins', async () => {
    const bridge = bridgeAt([ticketFor(1, { items: [dish('Lomo'), papas()] })])
    bridge.answers['settings.get'] = { ...defaultSettings, startedStage: true }
    await openWall(bridge)
    await button('Start 1001').click()
    await expect
      .poll(() => bridge.asked('tickets.start'))
      .toEqual([{ ticketId: 'order 1', stations: ['grill'], started: true, itemKeys: ['Lomo'] }])
  })

  test('acknowledges a change of what it makes later, and is done with nothing', async () => {
    const change = { kind: 'amount', key: 'Papas', name: 'Papas', before: 1, now: 2 } as const
    const bridge = bridgeAt([
      ticketFor(1, { items: [papas()], changes: [{ ...change, stations: ['grill'] }] }),
    ])
    await openWall(bridge)
    await button('Done 1001').click()
    await expect
      .poll(() => bridge.asked('tickets.acknowledge'))
      .toEqual([{ ticketId: 'order 1', stations: ['grill'] }])
    expect(bridge.asked('tickets.setDone')).toEqual([])
  })

  test('gets a dish when its time has come, and its card is new again', async () => {
    await openWall(bridgeAt([ticketFor(1, { items: [dish('Lomo'), papas(0.05)] })]))
    await expect.poll(() => cardOf(1)?.textContent).toMatch(/Later/)
    const isNew = () => cardOf(1)?.textContent.includes('New')
    expect(isNew()).toBe(false)
    await expect.poll(() => cardOf(1)?.textContent, { timeout: 10_000 }).not.toMatch(/Later/)
    await expect.poll(isNew).toBe(true)
    expect(button(/^Later/).elements()).toEqual([])
  })

  test('says in its list that nothing waits any longer', async () => {
    const bridge = bridgeAt([ticketFor(1, { items: [steak()], courses: courses(-5, null) })])
    await openWall(bridge)
    await button(/^Later\s*1$/).click()
    await expect.element(dialog).toMatchTextContent(/Mains: not fired/)
    bridge.change([ticketFor(1, { items: [steak({})].map(({ isHeld: _, ...item }) => item) })])
    await expect.element(dialog).toMatchTextContent(/Nothing waits/)
    await expect.poll(shown).toEqual([1001])
  })

  test('has a list that fits on a telephone, large enough to touch', async () => {
    const items = [papas(), steak({ name: 'Entrecôte with everything that belongs to it' })]
    await openWall(bridgeAt([ticketFor(1, { items, courses: courses(-5, null) })]))
    await button(/^Later\s*1$/).click()
    const start = dialog.getByRole('button', { name: /^Start now/ })
    await expect.element(start).toBeVisible()
    await page.viewport(390, 844)
    expect(findMisfits(dialog.element() as HTMLElement)).toEqual([])
    expect(start.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(48)
  })
})

describe('courses', () => {
  const expo = { isExpo: true, hasExpo: true }
  const ticket = (some: Partial<Ticket> = {}) =>
    ticketFor(1, { items: [soup(), steak()], courses: courses(-5, null), ...some })

  test('are fired at expo, and Undo takes that back', async () => {
    const bridge = bridgeAt([ticket()], expo)
    await openWall(bridge)
    await expect.poll(() => cardOf(1)?.textContent).toMatch(/Starters: fired.*Mains: held/)
    const fire = button('Fire mains 1001')
    expect(fire.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(48)
    await fire.click()
    const asked = { ticketId: 'order 1', course: 2 }
    await expect.poll(() => bridge.asked('tickets.fire')).toEqual([{ ...asked, fired: true }])
    bridge.change([ticket({ courses: courses(-5, 0) })])
    await expect.poll(() => cardOf(1)?.textContent).toMatch(/Mains: fired/)
    expect(fire.elements()).toEqual([])
    await button('Undo').click()
    await expect
      .poll(() => bridge.asked('tickets.fire'))
      .toEqual([
        { ...asked, fired: true },
        { ...asked, fired: false },
      ])
  })

  test('are red once the ticket is late', async () => {
    const late = { amberAt: at(-9), promisedAt: at(-5), veryLateAt: null }
    const bridge = bridgeAt([ticket(late), { ...ticket(), id: 'order 2', code: '1002' }], expo)
    await openWall(bridge)
    const notice = (nth: number) => cardOf(nth)?.querySelector('[data-part].lost')
    await expect.poll(() => notice(1)?.textContent).toMatch(/Mains: held/)
    expect(notice(2)).toBeNull()
  })

  test('are fired on the wall of the whole kitchen and in the details where nobody is at expo', async () => {
    const bridge = bridgeAt([ticket()], {})
    await openWall(bridge)
    await expect.element(button('Fire mains 1001')).toBeVisible()
    expect(cardOf(1)?.textContent).toContain('Steak')
    await expect.element(button('Ready 1001')).toBeVisible()
    bridge.answers['stations.get'] = sampleStations({ hasExpo: true })
    bridge.notify({ type: 'stations.changed' })
    await expect.poll(() => button('Fire mains 1001').elements()).toEqual([])
  })

  test('are fired from the details at a station, unless somebody is at expo', async () => {
    const bridge = bridgeAt([ticket()])
    bridge.refusals['tickets.get'] = { code: 'storage' }
    await openWall(bridge)
    await button('Details 1001').click()
    const inDetails = page.getByRole('dialog').getByRole('button', { name: 'Fire mains' })
    await inDetails.click()
    await expect
      .poll(() => bridge.asked('tickets.fire'))
      .toEqual([{ ticketId: 'order 1', course: 2, fired: true }])
    expect(button('Fire mains 1001').elements()).toEqual([])
    bridge.answers['stations.get'] = sampleStations({ own: ['grill'], hasExpo: true })
    bridge.notify({ type: 'stations.changed' })
    await expect.poll(() => inDetails.elements()).toEqual([])
  })

  test('leave the tickets of a kitchen without the setting alone', async () => {
    const bridge = bridgeAt([ticketFor(1, { items: [dish('Soup'), dish('Steak')] })], {})
    bridge.answers['settings.get'] = defaultSettings
    await openWall(bridge)
    await expect.poll(shown).toEqual([1001])
    expect(cardOf(1)?.textContent).not.toMatch(/Starters|held|Fire/)
  })
})
