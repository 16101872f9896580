import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defineComponent, h } from 'vue'
import type { Delivery, DeliveryChoice } from '#contract/deliveries/delivery.ts'
import type { PrintJob, Printer, UsbPrinters } from '#contract/printers/printers.ts'
import type { Stations } from '#contract/stations/station.ts'
import { useStations } from '../../state/stations/stations.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import PrinterList from './PrinterList.vue'

afterEach(unmountComponent)

const grill: Printer = {
  id: 'p1',
  name: 'Grill',
  address: '192.168.1.50',
  port: 9100,
  width: 80,
  language: 'es',
  prints: null,
  spareId: null,
  ignoresOffline: false,
  columns: null,
  letters: 'code-page',
  images: true,
}
const job = (title: string, delivery: Partial<Delivery> = {}): PrintJob => ({
  id: `j${title}`,
  printerId: 'p1',
  kind: 'ticket',
  title,
  createdAt: '2026-11-20T15:30:00.000Z',
  delivery: { state: 'confirmed', since: '2026-11-20T15:30:00.000Z', ...delivery },
})

async function open(
  printers: Printer[],
  jobs: PrintJob[] = [],
  stations: Stations | null = null,
  usb: UsbPrinters = { isOffered: true, devices: [] },
): Promise<FakeBridge> {
  const bridge = new FakeBridge()
  for (const name of ['printers.remove', 'printers.try'] as const) bridge.answers[name] = null
  bridge.answers['deliveries.decide'] = 1
  bridge.answers['printers.save'] = grill
  bridge.answers['printers.usb'] = usb
  bridge.answers['printers.get'] = { printers, jobs }
  if (stations !== null) bridge.answers['stations.get'] = stations
  const Kitchen = defineComponent(() => {
    if (stations !== null) void useStations().refresh()
    return () => h(PrinterList)
  })
  await mountComponent(Kitchen, bridge)
  return bridge
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name })

test('a printer is added; what is missing or wrong is said first', async () => {
  const bridge = await open([])
  await button('Add printer').click()
  await button('Save').click()
  await expect.element(page.getByText('Enter a name.')).toBeVisible()
  await field('Name').fill('Grill')
  await field('Network address').fill('http://192.168.1.50')
  await button('Save').click()
  await expect.element(page.getByText(/Use only letters/)).toBeVisible()
  await field('Network address').fill('192.168.1.50')
  await field('Port').fill('70000')
  await button('Save').click()
  await expect.element(page.getByText('Enter a number from 1 to 65535.')).toBeVisible()
  expect(bridge.asked('printers.save')).toEqual([])
  await field('Port').fill('9101')
  await page.getByText('58 mm').click()
  await page.getByText('Português').click()
  await field('Name').click()
  await userEvent.keyboard('{Enter}')
  const { id: _, ...input } = grill
  const expected = { ...input, id: null, port: 9101, width: 58, language: 'pt' }
  await expect.poll(() => bridge.asked('printers.save')).toEqual([expected])
  await expect.element(button('Save')).not.toBeInTheDocument()
})

test('one is changed, tried and taken off the list', async () => {
  const bridge = await open([grill])
  await expect.element(page.getByText('192.168.1.50 · 80 mm · Español')).toBeVisible()
  await button('Print test').click()
  expect(bridge.asked('printers.try')).toMatchObject([{ printerId: 'p1' }])
  await button('Edit Grill').click()
  await field('Name').fill('Parrilla')
  await button('Save').click()
  await expect.poll(() => bridge.asked('printers.save')).toEqual([{ ...grill, name: 'Parrilla' }])
  await button('Remove Grill').click()
  await expect.poll(() => bridge.asked('printers.remove')).toEqual([{ printerId: 'p1' }])
})

test('its queue says what waits and why, and what a person can do; of what is done the last alone', async () => {
  const bridge = await open(
    [grill],
    [
      job('4', { state: 'queued', reason: 'nobody-listens', choices: ['dismiss'] }),
      job('3', { state: 'unknown', choices: ['retry', 'mark-done'] }),
      job('2'),
      job('1'),
    ],
  )
  const rows = page.getByRole('list', { name: 'Printouts for Grill' }).getByRole('listitem')
  await expect.element(rows.nth(0)).toMatchTextContent(/Order 4.*Waiting: no printer answers/)
  await expect.element(rows.nth(1)).toMatchTextContent(/Order 3.*stopped answering/)
  await expect.element(rows.nth(2)).toMatchTextContent(/Order 2.*Printed/)
  expect(rows.elements()).toHaveLength(3)
  await rows.nth(0).getByRole('button', { name: 'Don’t print' }).click()
  await rows.nth(1).getByRole('button', { name: 'Print again' }).click()
  await rows.nth(1).getByRole('button', { name: 'Mark as printed' }).click()
  const about = (subject: string, choice: DeliveryChoice) => ({
    entries: [{ kind: 'print', subject }],
    choice,
  })
  expect(bridge.asked('deliveries.decide')).toEqual([
    about('j4', 'dismiss'),
    about('j3', 'retry'),
    about('j3', 'mark-done'),
  ])
})

const atStation: Stations = {
  stations: [
    { id: 's1', name: 'Grill', color: 'red', icon: 'flame' },
    { id: 's2', name: 'Bar', color: 'blue', icon: 'cup' },
    { id: 'rest', name: '', color: 'teal', icon: 'chef' },
  ],
  own: [],
  isExpo: false,
  hasExpo: false,
  screens: null,
}
const bar: Printer = { ...grill, id: 'p2', name: 'Counter' }
const choice = (group: string, name: string) =>
  page.getByRole('group', { name: group }).getByText(name, { exact: true })

test('a printer prints the dishes of stations by itself, at a time, and has a spare', async () => {
  const bridge = await open([grill, bar], [], atStation)
  await button('Edit Grill').click()
  expect(page.getByText('When the order arrives').elements()).toEqual([])
  await choice('Prints by itself', 'Tickets of stations').click()
  for (const name of ['Bar', 'Grill', 'Everything else'])
    await page.getByRole('group', { name: 'Stations', exact: true }).getByText(name).click()
  await button('Grill').click()
  await choice('When', 'When it is due on the wall').click()
  expect(page.getByRole('group', { name: 'Spare printer' }).getByText('Grill').elements()).toEqual(
    [],
  )
  await choice('Spare printer', 'Counter').click()
  const choices = document.querySelectorAll<HTMLElement>('form .choice')
  expect(choices.length).toBeGreaterThan(10)
  for (const each of choices) expect(each.offsetHeight).toBeGreaterThanOrEqual(48)
  await button('Save').click()
  const prints = { what: 'station', stations: ['s2', 'rest'], when: 'due' }
  const expected = [{ ...grill, prints, spareId: 'p2' }]
  await expect.poll(() => bridge.asked('printers.save')).toEqual(expected)
})

test('whole tickets have no stations, and nothing is printed by itself once it is off again', async () => {
  const prints = { what: 'labels', stations: ['s1'], when: 'arrival' } as const
  const labels: Printer = { ...grill, prints: { ...prints, stations: ['s1'] } }
  const bridge = await open([labels], [], atStation)
  await expect.element(page.getByText('Labels for bags: Grill')).toBeVisible()
  await button('Edit Grill').click()
  expect(page.getByRole('group', { name: 'Spare printer' }).elements()).toEqual([])
  await choice('Prints by itself', 'Whole tickets').click()
  await expect
    .element(page.getByRole('group', { name: 'Stations', exact: true }))
    .not.toBeInTheDocument()
  await button('Save').click()
  await expect.poll(() => bridge.asked('printers.save')).toHaveLength(1)
  await button('Edit Grill').click()
  await choice('Prints by itself', 'Nothing').click()
  await button('Save').click()
  await expect
    .poll(() => bridge.asked('printers.save'))
    .toMatchObject([{ prints: { what: 'full', stations: [], when: 'arrival' } }, { prints: null }])
})

test('a kitchen without stations is not asked about them', async () => {
  await open([grill])
  await button('Edit Grill').click()
  expect(page.getByText('Tickets of stations').elements()).toEqual([])
  await choice('Prints by itself', 'Labels for bags').click()
  await expect.element(choice('When', 'When the order arrives')).toBeVisible()
  expect(page.getByRole('group', { name: 'Stations', exact: true }).elements()).toEqual([])
})

const device = '/dev/usb/lp1'

test('a USB printer of the host is chosen instead of an address, and the address comes back', async () => {
  const bridge = await open([grill], [], null, { isOffered: true, devices: [device] })
  await button('Edit Grill').click()
  await choice('Connected by', 'USB: /dev/usb/lp1').click()
  await expect.element(field('Network address')).not.toBeInTheDocument()
  await choice('Connected by', 'Network').click()
  await expect.element(field('Network address')).toHaveValue('192.168.1.50')
  await choice('Connected by', 'USB: /dev/usb/lp1').click()
  await button('Save').click()
  const expected = [{ ...grill, address: device }]
  await expect.poll(() => bridge.asked('printers.save')).toEqual(expected)
})

test('a USB printer that is not plugged in stays chosen', async () => {
  const bridge = await open([{ ...grill, address: device }])
  await expect.element(page.getByText('/dev/usb/lp1 · 80 mm · Español')).toBeVisible()
  await button('Edit Grill').click()
  await expect.element(choice('Connected by', 'USB: /dev/usb/lp1')).toBeVisible()
  await button('Save').click()
  await expect.poll(() => bridge.asked('printers.save')).toMatchObject([{ address: device }])
})

test.for([
  [true, /appears here once it is plugged in/],
  [false, /This computer needs a network printer/],
] as const)('where USB is offered: %s, the form says so', async ([isOffered, hint]) => {
  await open([grill], [], null, { isOffered, devices: [] })
  await button('Edit Grill').click()
  await expect.element(page.getByText(hint)).toBeVisible()
  expect(page.getByRole('group', { name: 'Connected by' }).elements()).toEqual([])
})

test('a printer that prints although it says that it is paused stops doing so', async () => {
  const bridge = await open([{ ...grill, ignoresOffline: true }])
  await button('Edit Grill').click()
  await page
    .getByRole('switch', { name: 'Print even when the printer says that it is paused' })
    .click()
  await button('Save').click()
  await expect.poll(() => bridge.asked('printers.save')).toEqual([grill])
})

test('a printer says that its paper is nearly used up', async () => {
  const bridge = await open([grill])
  await expect.element(button('Edit Grill')).toBeVisible()
  expect(page.getByText('The paper is nearly used up.').elements()).toEqual([])
  bridge.answers['printers.get'] = { printers: [grill], jobs: [], lowOnPaper: ['p1'] }
  bridge.notify({ type: 'printers.changed' })
  await expect.element(page.getByText('The paper is nearly used up.')).toBeVisible()
})

test('what becomes of it is seen as the host says it', async () => {
  const bridge = await open([grill], [job('1', { state: 'sending' })])
  await expect.element(page.getByText('Sending', { exact: true })).toBeVisible()
  bridge.answers['printers.get'] = { printers: [grill], jobs: [job('1')] }
  bridge.notify({ type: 'printers.changed' })
  await expect.element(page.getByText('Printed', { exact: true })).toBeVisible()
})

test('a printer has its letters and columns, and images only where they make a difference', async () => {
  const bridge = await open([{ ...grill, images: false }])
  await button('Edit Grill').click()
  const images = page.getByRole('switch', { name: 'Prints images' })
  await expect.element(images).not.toBeChecked()
  await expect.element(page.getByText(/^Empty: .*42/)).toBeVisible()
  await field('Letters per line').fill('60')
  await button('Save').click()
  await expect.element(page.getByText('Enter a number from 24 to 48, or nothing.')).toBeVisible()
  await field('Letters per line').fill('40')
  await choice('Letters', 'Without accents').click()
  await expect.element(images).not.toBeInTheDocument()
  await button('Save').click()
  const plain = { ...grill, columns: 40, letters: 'plain', images: false }
  await expect.poll(() => bridge.asked('printers.save')).toEqual([plain])
  await button('Edit Grill').click()
  await choice('Letters', 'Lines with accents as images').click()
  await button('Save').click()
  const drawn = { ...grill, letters: 'images', images: true }
  await expect.poll(() => bridge.asked('printers.save')).toEqual([plain, drawn])
})
