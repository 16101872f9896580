import { expect, test } from 'vitest'
import type { Prints } from '#contract/printers/printers.ts'
import { menuWith, openGoBetween } from '#test/support/go-between.ts'
import { post } from '#test/support/day-of-orders.ts'
import { addPrinter, until } from '#test/support/printing-kitchen.ts'
import { dish, openStationStore } from '#test/support/station-store.ts'

const served = (name: string, course: number) =>
  dish(name, { product: { _id: name, name, externalId: name, metadata: { course } } })

/** A grill that makes every dish of a meal. */
async function openKitchen(what: Prints['what']) {
  const store = await openStationStore(['grill'])
  for (const name of ['soup', 'steak', 'cake']) await store.route(name, 'grill')
  await store.call('settings.change', { courses: true })
  const prints: Prints = { what, stations: store.ids('grill'), when: 'arrival' }
  const printer = await addPrinter(store, store.clock, 'Grill', prints)
  const fire = (course: number, fired = true) =>
    store.call('tickets.fire', { ticketId: '1', course, fired })
  await post(store, '1', { items: [served('soup', 1), served('steak', 2), served('cake', 3)] })
  await until(store.clock, () => printer.machine.papers.length).toBe(1)
  return { store, printer, fire }
}

test.each<Prints['what']>(['station', 'labels'])(
  'a printer of %s prints a course when it is fired, once, also over restarts',
  async (what) => {
    const { store, printer, fire } = await openKitchen(what)
    expect(printer.texts()[0]).toContain('soup')
    expect(printer.texts()[0]).not.toMatch(/steak|cake/)
    await store.restart()
    await fire(2)
    await until(store.clock, () => printer.machine.papers.length).toBe(2)
    await fire(2)
    await store.restart()
    await post(
      store,
      '1',
      { items: [served('soup', 1), served('steak', 2), served('cake', 3)] },
      30,
    )
    await store.clock.advance(60_000)
    expect(printer.machine.papers).toHaveLength(2)
    expect(printer.texts()[1]).toContain('steak')
    expect(printer.texts()[1]).not.toMatch(/soup|cake|CHANGED|MODIFICADO/)
  },
)

test('a course that is held again is taken back on paper', async () => {
  const { store, printer, fire } = await openKitchen('station')
  await fire(2)
  await until(store.clock, () => printer.machine.papers.length).toBe(2)
  await fire(2, false)
  await until(store.clock, () => printer.machine.papers.length).toBe(3)
  expect(printer.texts()[2]).toMatch(/(REMOVED|QUITADO)[^]*steak/)
})

test('a printer of whole tickets prints everything when it comes, with the courses', async () => {
  const { store, printer, fire } = await openKitchen('full')
  expect(printer.texts()[0]).toMatch(/ 1\s[^]*soup[^]* 2\s[^]*steak[^]* 3\s[^]*cake/)
  await fire(2)
  await store.clock.advance(60_000)
  expect(printer.machine.papers).toHaveLength(1)
})

test('without courses any more, what was held is printed', async () => {
  const { store, printer } = await openKitchen('station')
  await store.call('settings.change', { courses: false })
  await until(store.clock, () => printer.machine.papers.length).toBe(2)
  expect(printer.texts()[1]).toMatch(/steak[^]*cake/)
})

test('a dish that the menu moves to the first course is printed', async () => {
  let course = 2
  const between = await openGoBetween({ data: menuWith('P101', () => ({ metadata: { course } })) })
  const store = await openStationStore(['grill'], { between })
  for (const name of ['soup', 'P101']) await store.route(name, 'grill')
  await store.call('settings.change', { courses: true })
  await until(store.clock, async () => {
    const plan = await store.call('stations.plan', {})
    return plan.ok && plan.value.products.some(({ key }) => key === 'product:P101')
  }).toBe(true)
  const prints: Prints = { what: 'station', stations: store.ids('grill'), when: 'arrival' }
  const printer = await addPrinter(store, store.clock, 'Grill', prints)
  await post(store, '1', { items: [served('soup', 1), dish('P101')] })
  await until(store.clock, () => printer.machine.papers.length).toBe(1)
  expect(printer.texts()[0]).not.toMatch(/Hamburguesa|P101/)
  expect((await store.now('1')).items[1]).toMatchObject({ course: 2, isHeld: true })
  course = 1
  await store.clock.advance(1_000)
  await store.call('menu.refresh', {})
  await until(store.clock, () => printer.machine.papers.length).toBe(2)
  expect(printer.texts()[1]).toContain('Hamburguesa')
  await store.restart()
  await store.clock.advance(60_000)
  expect(printer.machine.papers).toHaveLength(2)
})
