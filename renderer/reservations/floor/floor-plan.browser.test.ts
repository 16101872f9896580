import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { unmountComponent } from '../../test-support/mount-component.ts'
import { expectAccessible } from '../../test-support/expect-accessible.ts'
import { eveningPlan } from '../../test-support/evening-plan.ts'
import { floorList, openFloor, party, seated } from '../../test-support/open-floor.ts'
import { fridayEvening } from '../../test-support/sample-floor.ts'

beforeEach(() => page.viewport(1280, 900))
afterEach(() => unmountComponent())

const table = (name: string) => page.getByRole('button', { name: new RegExp(`^Table ${name},`) })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const stays = (id: string, tableIds: string[], some = {}) =>
  seated(id, 'Ana', 2, tableIds, 20, some)
const waits = party('w1', 'Eva', 4, [], -10, { kind: 'waiting', delivery: null })
const soon = party('n1', 'Noa', 4, ['t5'], 20)

/** Carries the pointer from the middle of one element to the middle of another. */
async function drag(from: Element, to: () => Element): Promise<void> {
  const middle = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    return { clientX: left + width / 2, clientY: top + height / 2 }
  }
  const fire = (type: string, at: { clientX: number; clientY: number }) =>
    from.dispatchEvent(
      new PointerEvent(type, { bubbles: true, cancelable: true, button: 0, pointerId: 1, ...at }),
    )
  fire('pointerdown', middle(from))
  fire('pointermove', { clientX: middle(from).clientX + 30, clientY: middle(from).clientY + 5 })
  fire('pointermove', middle(to()))
  await expect.poll(() => document.querySelector('.carried')).not.toBeNull()
  fire('pointerup', middle(to()))
}

test('two taps seat a walk-in at a free table, for as long as its size stays', async () => {
  const { bridge } = await openFloor(floorList([]))
  await table('5').click()
  await page.getByRole('dialog').getByRole('button', { name: '2 guests' }).click()
  await expect
    .poll(() => bridge.asked('reservations.create'))
    .toMatchObject([
      {
        kind: 'walk-in',
        booking: { partySize: 2, durationMinutes: 90, sectorId: 's1', tableIds: ['t5'] },
      },
    ])
})

test('two taps seat a waiting party, and Undo lets it wait again', async () => {
  const { bridge } = await openFloor(floorList([waits]))
  await button('Seat Eva').click()
  await table('6').click()
  await expect.element(page.getByText('Eva (4) seated · Table 6')).toBeVisible()
  await button('Undo').click()
  await expect
    .poll(() => bridge.asked('reservations.setVisit'))
    .toMatchObject([
      { reservationId: 'w1', visit: 'seated', seats: { sectorId: 's1', tableIds: ['t6'] } },
      { reservationId: 'w1', visit: 'expected', seats: { tableIds: [] } },
    ])
})

test('a party is dragged from the list, from table to table, and a free table onto a party', async () => {
  const { bridge, show } = await openFloor(floorList([waits, stays('a1', ['t1'])]))
  await expect.element(table('6')).toBeVisible()
  await drag(button('Seat Eva').element(), () => table('6').element())
  await expect.poll(() => bridge.asked('reservations.setVisit').length).toBe(1)
  await drag(table('1').element(), () => table('2').element())
  await expect
    .poll(() => bridge.asked('reservations.setSeats').at(-1))
    .toMatchObject({ reservationId: 'a1', seats: { tableIds: ['t2'] } })
  show(floorList([stays('a1', ['t2'])]))
  await drag(table('3').element(), () => table('2').element())
  await expect
    .poll(() => bridge.asked('reservations.setSeats').at(-1))
    .toMatchObject({ reservationId: 'a1', seats: { tableIds: ['t2', 't3'] } })
})

test('joined tables are parted, and guests leave with one tap', async () => {
  const { bridge } = await openFloor(floorList([stays('a1', ['t1', 't2'])]))
  await table('1').click()
  await button('Part tables').click()
  await expect
    .poll(() => bridge.asked('reservations.setSeats'))
    .toMatchObject([{ reservationId: 'a1', seats: { tableIds: ['t1'] } }])
  await table('1').click()
  await button('Left').click()
  await expect
    .poll(() => bridge.asked('reservations.setVisit'))
    .toMatchObject([{ reservationId: 'a1', visit: 'left' }])
})

test('a table that is needed soon is asked about; one that was just taken says so', async () => {
  const { bridge } = await openFloor(floorList([waits, soon]))
  bridge.refusals = { 'reservations.setVisit': { code: 'too-late', detail: 'needed-soon' } }
  await button('Seat Eva').click()
  await table('5').click()
  const dialog = page.getByRole('dialog', { name: 'Table needed soon' })
  await expect.element(dialog.getByText(/Reserved .*: Noa \(4\)/)).toBeVisible()
  bridge.refusals = { 'reservations.setVisit': { code: 'too-late', detail: 'table-taken' } }
  await button('Seat anyway').click()
  await expect.element(page.getByText(/^Just taken: Table 5/)).toBeVisible()
  expect(bridge.asked('reservations.setVisit').at(-1)).toMatchObject({
    accepted: ['needed-soon'],
  })
})

test('by the keyboard: arrows go from table to table, Enter seats, Escape lets go', async () => {
  const { bridge } = await openFloor(floorList([waits, stays('a1', ['t1'])]))
  button('Seat Eva').element().focus()
  await userEvent.keyboard('{Enter}')
  // It starts at the table that fits best.
  await expect.element(table('4')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Eva (4): choose a table')).not.toBeInTheDocument()
  button('Seat Eva').element().focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('{ArrowDown}{ArrowLeft}')
  await expect.element(table('7')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => bridge.asked('reservations.setVisit'))
    .toMatchObject([{ visit: 'seated', seats: { tableIds: ['t7'] } }])
})

test('a party can’t sit where another one sits, and the table says who', async () => {
  const { bridge } = await openFloor(floorList([waits, stays('a1', ['t6'])]))
  await button('Seat Eva').click()
  await expect.element(table('6')).toHaveAttribute('aria-disabled', 'true')
  await table('6').click({ force: true })
  await expect.element(page.getByText('Ana (2) sits here').first()).toBeVisible()
  expect(bridge.asked('reservations.setVisit')).toEqual([])
})

test('without tables, a manager draws them', async () => {
  const plan = { sectors: [] }
  const { draws } = await openFloor(floorList([], plan))
  await button('Draw your tables').click()
  expect(draws()).toBe(1)
})

test('a full evening is accessible, also while something is picked and on a phone', async () => {
  await openFloor(floorList(fridayEvening(), eveningPlan()))
  await expectAccessible(table('1'))
  await table('5').click()
  await expectAccessible(page.getByRole('dialog'))
  await userEvent.keyboard('{Escape}')
  await page.viewport(390, 844)
  await button('Seat Camila').click()
  await expectAccessible(button('Cancel'))
})
