import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Delivery, DeliveryChoice } from '#contract/deliveries/delivery.ts'
import type { PrintJob, Printer } from '#contract/printers/printers.ts'
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
}
const job = (title: string, delivery: Partial<Delivery> = {}): PrintJob => ({
  id: `j${title}`,
  printerId: 'p1',
  kind: 'ticket',
  title,
  createdAt: '2026-11-20T15:30:00.000Z',
  delivery: { state: 'confirmed', since: '2026-11-20T15:30:00.000Z', ...delivery },
})

async function open(printers: Printer[], jobs: PrintJob[] = []): Promise<FakeBridge> {
  const bridge = new FakeBridge()
  for (const name of ['printers.remove', 'printers.try'] as const) bridge.answers[name] = null
  bridge.answers['deliveries.decide'] = 1
  bridge.answers['printers.save'] = grill
  bridge.answers['printers.read'] = { printers, jobs }
  await mountComponent(PrinterList, bridge)
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
  const said = { ...input, id: null, port: 9101, width: 58, language: 'pt' }
  await expect.poll(() => bridge.asked('printers.save')).toEqual([said])
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

test('what becomes of it is seen as the host says it', async () => {
  const bridge = await open([grill], [job('1', { state: 'sending' })])
  await expect.element(page.getByText('Sending', { exact: true })).toBeVisible()
  bridge.answers['printers.read'] = { printers: [grill], jobs: [job('1')] }
  bridge.notify({ type: 'printers.changed' })
  await expect.element(page.getByText('Printed', { exact: true })).toBeVisible()
})
