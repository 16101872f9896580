import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defineComponent, h } from 'vue'
import type { FloorPlan } from '#contract/reservations/reservations.ts'
import { eveningPlan } from '../../test-support/evening-plan.ts'
import { expectAccessible } from '../../test-support/expect-accessible.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import PlanEditor from './PlanEditor.vue'

beforeEach(() => page.viewport(1280, 800))
afterEach(() => unmountComponent())

const table = (name: string) => page.getByRole('button', { name: new RegExp(`^Table ${name},`) })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const dialog = () => page.getByRole('dialog', { name: 'Tables' })
const keys = (typed: string) => userEvent.keyboard(typed)

async function open(plan: FloorPlan = eveningPlan()) {
  const bridge = new FakeBridge()
  bridge.answers['reservations.savePlan'] = null
  let closed = 0
  await mountComponent(
    defineComponent(
      () => () => h(PlanEditor, { plan, reservations: [], onClose: () => (closed += 1) }),
    ),
    bridge,
  )
  await expect.element(dialog()).toBeVisible()
  return { bridge, closed: () => closed }
}
/** The plan that was sent last. */
async function saved(bridge: FakeBridge): Promise<FloorPlan> {
  await button('Save').click()
  await expect.poll(() => bridge.asked('reservations.savePlan')).toHaveLength(1)
  return bridge.asked('reservations.savePlan')[0] as FloorPlan
}
const tablesOf = ({ sectors }: FloorPlan) => sectors.flatMap(({ tables }) => tables)
const placeOf = (plan: FloorPlan, name: string) =>
  tablesOf(plan).find((one) => one.name === name)?.place

/** Drags by a number of cells. A table for two is three cells wide, and measures its cell. */
function drag(from: Element, right: number, down: number, pointerType = 'mouse'): void {
  const cell = table('1').element().getBoundingClientRect().width / 3
  const { left, top, width, height } = from.getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  const fire = (type: string, across: number, along: number) =>
    from.dispatchEvent(
      new PointerEvent(type, {
        ...{ bubbles: true, cancelable: true, button: 0, pointerId: 1, pointerType },
        clientX: x + across * cell,
        clientY: y + along * cell,
      }),
    )
  fire('pointerdown', 0, 0)
  fire('pointermove', right / 2, down / 2)
  fire('pointermove', right + 0.3, down - 0.3)
  fire('pointerup', right + 0.3, down - 0.3)
}

test('a table is dragged to the nearest cell, by the mouse and by a finger', async () => {
  const { bridge, closed } = await open()
  await expect.element(table('3')).toBeVisible()
  drag(table('3').element(), 2, -3)
  await expect.element(table('3')).toHaveAccessibleName('Table 3, 2 seats, column 17, row 3')
  drag(table('1').element(), 0, 3, 'touch')
  const plan = await saved(bridge)
  expect(placeOf(plan, '3')).toEqual({ x: 16, y: 2, turn: 0 })
  expect(placeOf(plan, '1')).toEqual({ x: 2, y: 8, turn: 0 })
  expect(closed()).toBe(1)
})

test('a first table, its copy and a bar are drawn on an empty plan by the keyboard', async () => {
  const { bridge } = await open({ sectors: [] })
  await button('Round table').click()
  await expect.element(table('1')).toHaveFocus()
  await keys('{ArrowRight}{ArrowDown}{Shift>}{ArrowDown}{/Shift}r')
  await keys('{Control>}d{/Control}')
  await expect.element(table('2')).toHaveFocus()
  await keys('{Enter}')
  await expect.element(field('Name')).toHaveFocus()
  await field('Name').fill('Ventana')
  await button('Seats: one more').click()
  await button('Bar').click()
  await button('Width: one more').click()
  await button('Rotate').click()
  expect(await saved(bridge)).toMatchObject({
    sectors: [
      {
        name: 'Dining room',
        tables: [
          { name: '1', seats: 4, shape: 'round', place: { x: 3, y: 8, turn: 45 } },
          { name: 'Ventana', seats: 5, shape: 'round', place: { turn: 45 } },
        ],
        fixtures: [{ kind: 'bar', width: 2, height: 9 }],
      },
    ],
  })
})

test('undo takes back one change after the other, and Delete removes a table', async () => {
  const { bridge } = await open()
  await table('5').click()
  await keys('{ArrowLeft}{ArrowLeft}')
  await keys('{Delete}')
  await expect.element(table('5')).not.toBeInTheDocument()
  await keys('{Control>}z{/Control}')
  await expect.element(table('5')).toHaveAccessibleName(/column 1, row 12/)
  await button('Undo').click()
  await expect.element(table('5')).toHaveAccessibleName(/column 3, row 12/)
  expect(await saved(bridge)).toEqual(eveningPlan())
})

test('a wall is made longer by its corner', async () => {
  const { bridge } = await open()
  await button('Terraza').click()
  await page.getByRole('button', { name: /^Wall, column/ }).click()
  await button('Salón').click()
  await page.getByRole('button', { name: /^Bar, column/ }).click()
  const grip = document.querySelector('.grip')
  if (grip === null) throw new Error('no grip')
  drag(grip, 3, 0)
  expect((await saved(bridge)).sectors[0]?.fixtures).toMatchObject([{ width: 19, height: 2 }])
})

test('tables that overlap and names that repeat are said and can be saved', async () => {
  const { bridge } = await open()
  await table('2').click()
  await keys('{Shift>}{ArrowLeft}{/Shift}')
  await expect.element(page.getByText('Table 1 and Table 2 overlap (Salón).')).toBeVisible()
  await keys('{ArrowRight}{ArrowRight}')
  await expect.element(page.getByText(/overlap/)).not.toBeInTheDocument()
  await field('Name').fill('1')
  await expect.element(page.getByText('Several tables are named 1.')).toBeVisible()
  expect(tablesOf(await saved(bridge)).filter(({ name }) => name === '1')).toHaveLength(2)
})

test('a table without a name is shown before anything is saved', async () => {
  const { bridge } = await open()
  await button('Terraza').click()
  await table('21').click()
  await field('Name').fill('')
  await button('Salón').click()
  await button('Save').click()
  await expect.element(page.getByText(/Give it a name/)).toBeVisible()
  await expect.element(button('Terraza')).toHaveAttribute('aria-pressed', 'true')
  await field('Name').fill('21')
  await saved(bridge)
})

test('sectors are added, named, and removed', async () => {
  const { bridge } = await open()
  await button('Terraza').click()
  await button('Remove sector').click()
  await button('Add sector').click()
  await field('Name').fill('Patio')
  await button('Square table').click()
  const { sectors } = await saved(bridge)
  expect(sectors.map(({ name, tables }) => [name, tables.length])).toEqual([
    ['Salón', 11],
    ['Patio', 1],
  ])
})

test('Escape lets go of the table first; then it asks about changes, which are kept', async () => {
  const { closed } = await open()
  await table('1').click()
  await keys('{ArrowDown}{Escape}')
  await expect.element(table('1')).toHaveAttribute('aria-pressed', 'false')
  await keys('{Escape}')
  await button('Keep drawing').click()
  await expect.element(table('1')).toHaveAccessibleName(/row 7/)
  expect(closed()).toBe(0)
  await button('Close').click()
  await button('Discard changes').click()
  expect(closed()).toBe(1)
})

test('what could not be saved stays open with the reason', async () => {
  const { bridge, closed } = await open()
  bridge.refusals = { 'reservations.savePlan': { code: 'storage' } }
  await table('1').click()
  await keys('r')
  await button('Save').click()
  await expect.element(dialog().getByRole('alert')).toBeVisible()
  expect(closed()).toBe(0)
})

test.for([1280, 390])('is accessible at a width of %i', async (width) => {
  await page.viewport(width, 844)
  await open()
  await expectAccessible(dialog())
  await table('1').click()
  await expectAccessible(field('Name'))
  await page.getByRole('button', { name: /^Bar, column/ }).click()
  await expectAccessible(button('Width: one more'))
})
