import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { h } from 'vue'
import type { Stations } from '#contract/stations/station.ts'
import type { Ticket, TicketItem } from '#contract/tickets/ticket.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { bumps, makeItem, makeTicket } from '../../test-support/sample-ticket.ts'
import { sampleStations } from '../../test-support/sample-stations.ts'
import AllDayPanel from './AllDayPanel.vue'
import RecallDialog from './RecallDialog.vue'
import { doneAtStations, isMadeAt } from './done-here.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountComponent)

const at = (minute: number) => new Date(Date.UTC(2025, 2, 1, 12, minute)).toISOString()
/** A dish of a station that was done in this minute; null for not yet. */
const dish = (station: string, minute: number | null): TicketItem =>
  makeItem({
    ...{ key: station, name: `of ${station}`, struck: minute !== null },
    work: [{ station, startedAt: null, doneAt: minute === null ? null : at(minute), by: '' }],
  })
const ticket = (code: string, items: TicketItem[], fields: Partial<Ticket> = {}) =>
  makeTicket({ id: code, code, items, ...fields })
const left = { stage: 'ready', bump: bumps.confirmed } as const

describe('the tickets that stations are done with', () => {
  test('are open, with all of their dishes done, the last one first', () => {
    const tickets = [
      ticket('1', [dish('grill', 1), dish('bar', null)]),
      ticket('2', [dish('grill', 5), dish('rest', null)]),
      ticket('3', [dish('grill', null)]),
      ticket('4', [dish('bar', 3)]),
      ticket('5', [dish('grill', 2)], left),
      ticket('6', [makeItem({ struck: true })]),
    ]
    const codes = (...own: string[]) =>
      doneAtStations(tickets, own).map(({ ticket: { code }, doneAt }) => [code, doneAt])
    expect(codes('grill')).toEqual([
      ['2', at(5)],
      ['1', at(1)],
    ])
    expect(codes('grill', 'bar')).toEqual([
      ['2', at(5)],
      ['4', at(3)],
    ])
    expect(tickets.map((each) => isMadeAt(each, ['bar']))).toEqual([
      ...[true, false, false],
      ...[true, false, false],
    ])
  })
})

describe('recall at a station', () => {
  const dialog = page.getByRole('dialog', { name: 'Recall' })
  const rows = () =>
    dialog
      .getByRole('listitem')
      .elements()
      .filter((each) => each.classList.contains('entry'))
  const row = (code: string) => dialog.getByRole('listitem').filter({ hasText: code })
  const codes = () => rows().map((each) => /\d{4}/.exec(each.textContent)?.[0])

  async function open(shown: Partial<Stations>) {
    const bridge = new FakeBridge([
      ticket('1001', [dish('grill', 1), dish('bar', null)]),
      ticket('1002', [dish('grill', 4), dish('bar', null)]),
      ticket('1003', [dish('grill', null)]),
    ])
    bridge.answers['stations.get'] = sampleStations(shown)
    bridge.answers['tickets.recent'] = [
      ticket('2001', [dish('grill', 0)], left),
      ticket('2002', [dish('bar', 0)], left),
    ]
    await mountComponent(() => h(RecallDialog), bridge)
    await expect.element(dialog).toBeVisible()
    return bridge
  }

  test('lists what it is done with, then what left the wall with a dish of it', async () => {
    await open({ own: ['grill'] })
    await expect.poll(codes).toEqual(['1002', '1001', '2001'])
    await expect.element(row('1002')).toMatchTextContent(/Done here.*09:04/)
    await expect.element(row('2001')).toMatchTextContent(/Confirmed/)
  })

  test('brings back the dishes of the station only', async () => {
    const bridge = await open({ own: ['grill'] })
    await dialog.getByRole('button', { name: 'Recall 1001' }).click()
    await dialog.getByRole('button', { name: 'Recall 2001' }).click()
    await expect
      .poll(() => bridge.asked('tickets.recall'))
      .toEqual(['1001', '2001'].map((ticketId) => ({ ticketId, stations: ['grill'] })))
    bridge.change([ticket('1001', [dish('grill', null), dish('bar', null)])])
    await expect.poll(codes).toEqual(['1002', '2001'])
  })

  test('finds every ticket, and recalls one that is open but done here', async () => {
    const bridge = await open({ own: ['grill'] })
    bridge.answers['tickets.search'] = [
      ticket('1002', [dish('grill', 4), dish('bar', null)]),
      ticket('1003', [dish('grill', null)]),
      ticket('2002', [dish('bar', 0)], left),
    ]
    await dialog.getByRole('searchbox').fill('Ana')
    await expect.poll(codes).toEqual(['1002', '1003', '2002'])
    await expect.element(row('1002')).toMatchTextContent(/Done here/)
    await expect.element(row('1003')).toMatchTextContent(/In the kitchen/)
    expect(dialog.getByRole('button', { name: 'Recall 1003' }).elements()).toEqual([])
  })

  test.for<[string, Partial<Stations>]>([
    ['the whole kitchen', {}],
    ['expo', { isExpo: true }],
  ])('on a screen of %s has all that left the wall, and sends no stations', async ([, shown]) => {
    const bridge = await open(shown)
    await expect.poll(codes).toEqual(['2001', '2002'])
    await dialog.getByRole('button', { name: 'Recall 2002' }).click()
    expect(bridge.asked('tickets.recall')).toEqual([{ ticketId: '2002', stations: [] }])
  })
})

test('all day counts the dishes of the stations that the screen shows', async () => {
  const bridge = new FakeBridge()
  bridge.answers['stations.get'] = sampleStations({ own: ['grill', 'bar'] })
  bridge.answers['tickets.allDay'] = [{ name: 'Soup', count: 3, options: [] }]
  await mountComponent(AllDayPanel, bridge)
  await expect.element(page.getByText('Soup')).toBeVisible()
  expect(bridge.asked('tickets.allDay')).toEqual([{ types: [], stations: ['grill', 'bar'] }])
  bridge.answers['stations.get'] = sampleStations()
  bridge.notify({ type: 'stations.changed' })
  await expect
    .poll(() => bridge.asked('tickets.allDay').at(-1))
    .toEqual({ types: [], stations: [] })
})
