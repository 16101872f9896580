import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  at,
  changeReservations,
  closeReservations,
  makeReservation,
  openReservations,
  today,
} from '../test-support/open-reservations.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(() => closeReservations())

const region = (name: string) => page.getByRole('region', { name, exact: true })
/** A region's parties, with their ages. */
const partiesIn = (name: string) =>
  region(name)
    .getByRole('listitem')
    .elements()
    .map((one) => one.textContent.replaceAll(/\s+/g, ' ').trim())
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const waits = (id: string, firstName: string, minutes: number) =>
  makeReservation({
    id,
    kind: 'waiting',
    delivery: null,
    firstName,
    tableIds: [],
    startsAt: minutesAgo(minutes),
    takenAt: minutesAgo(minutes),
  })
const seated = (id: string, firstName: string, tableIds: string[]) => ({
  ...waits(id, firstName, 5),
  kind: 'walk-in' as const,
  visit: 'seated' as const,
  tableIds,
})

test('a waiting party is asked for its table, free ones that fit first, and sits there', async () => {
  const bridge = await openReservations(
    [
      waits('w1', 'Late', 3),
      waits('w2', 'First', 25),
      makeReservation({ tableIds: ['t3'], startsAt: minutesAgo(30), visit: 'seated' }),
    ],
    { query: `day=${today}&view=day` },
  )
  await expect
    .poll(() => partiesIn('Waiting for a table'))
    .toEqual([
      expect.stringMatching(/^4 ?First Inventada ?waits 25 min/),
      expect.stringMatching(/^4 ?Late.*waits 3 min/),
    ])
  await region('Waiting for a table').getByRole('button', { name: 'Seat' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Table for First Inventada (4 guests)' })
  const tables = () =>
    dialog
      .getByRole('listitem')
      .elements()
      .map((one) => one.querySelector('strong')?.textContent)
  await expect.poll(tables).toEqual(['5', '11', '1', '3'])
  expect(bridge.asked('reservations.setVisit')).toEqual([])
  await dialog.getByRole('button', { name: /^5/ }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(bridge.asked('reservations.setVisit')).toEqual([
    {
      ...{ reservationId: 'w2', visit: 'seated', accepted: [] },
      seats: { sectorId: 's1', tableIds: ['t5'] },
    },
  ])
  changeReservations(bridge, [seated('w2', 'First', ['t5'])])
  await expect.element(region('5').getByRole('button', { name: /First.*Seated/ })).toBeVisible()
  await expect.element(page.getByText('4 guests').first()).toBeVisible()
  await page.getByText('List', { exact: true }).click()
  await expect.element(page.getByRole('button', { name: /First.*Table 5.*Seated/ })).toBeVisible()
})

test('guests who sit without a table stay in sight in every view, until they have one', async () => {
  const bridge = await openReservations(
    [
      seated('s1', 'Eva', []),
      seated('s2', 'Sol', ['t3']),
      makeReservation({ id: 'b1', startsAt: minutesAgo(5), tableIds: [], visit: 'arrived' }),
      makeReservation({ id: 'b2', firstName: 'Noa', startsAt: at('22:00', today), tableIds: [] }),
    ],
    { query: `day=${today}&view=list` },
  )
  const shown = [expect.stringMatching(/^4 ?Eva/), expect.stringMatching(/^4 ?Renata/)]
  await expect.poll(() => partiesIn('No table yet')).toEqual(shown)
  await page.getByText('Week', { exact: true }).click()
  await expect.poll(() => partiesIn('No table yet')).toEqual(shown)
  await region('No table yet').getByRole('button', { name: 'Choose table' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Table for Eva Inventada (4 guests)' })
  await dialog.getByRole('button', { name: /^11/ }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(bridge.asked('reservations.setVisit')).toEqual([
    {
      ...{ reservationId: 's1', visit: 'seated', accepted: [] },
      seats: { sectorId: 's2', tableIds: ['t11'] },
    },
  ])
})

test('a booked party without a table is asked for one in its drawer; one with a table just sits', async () => {
  const bridge = await openReservations(
    [makeReservation({ tableIds: [] }), makeReservation({ id: 'r2', firstName: 'Eva' })],
    {},
  )
  const open = async (name: RegExp) => {
    await page.getByRole('button', { name }).first().click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Seat', exact: true }).click()
  }
  await open(/^4 ?Renata/)
  const dialog = page.getByRole('dialog', { name: 'Table for Renata Inventada (4 guests)' })
  await dialog.getByRole('button', { name: 'Seat without a table' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await open(/^4 ?Eva/)
  await expect
    .poll(() => bridge.asked('reservations.setVisit'))
    .toEqual([
      {
        ...{ reservationId: 'r1', visit: 'seated', accepted: [] },
        seats: { sectorId: 's1', tableIds: [] },
      },
      {
        ...{ reservationId: 'r2', visit: 'seated', accepted: [] },
        seats: { sectorId: 's1', tableIds: ['t3'] },
      },
    ])
})
