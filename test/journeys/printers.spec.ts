import { goTo } from './go-to.ts'
import { openAlerts } from './house.ts'
import { expect, test, type Store } from './store.ts'
import { readReceipt, receiptText } from '../support/read-receipt.ts'
import { openReceiptPrinter, type PrinterBehaviour } from '../support/receipt-printer.ts'

// The printers of these journeys are on this machine.
test.use({ settings: { undoSeconds: 1, anyPrinterAddress: true } })

/** Adds a receipt printer in Settings, as a manager does. */
async function addPrinter({ page }: Store, behaviour: PrinterBehaviour) {
  const printer = await openReceiptPrinter(behaviour)
  await goTo(page, '/setup/printers')
  await page.getByRole('button', { name: 'Add printer' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Grill')
  await page.getByRole('textbox', { name: 'Network address' }).fill('127.0.0.1')
  await page.getByRole('textbox', { name: 'Port' }).fill(String(printer.port))
  await page.getByText('Español').click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Print test' })).toBeVisible()
  return printer
}

/** Opens a ticket's details on the wall, and prints it. */
async function printTicket(store: Store, code: string): Promise<void> {
  const { page } = store
  await goTo(page, '/')
  await store
    .card(code)
    .getByRole('button', { name: `Details ${code}` })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Print', exact: true }).click()
}

test(
  'a printer is set up and tried, dies in the middle of a ticket, and prints it again when a person says so',
  { tag: '@desktop' },
  async ({ store }) => {
    const { page } = store
    const printer = await addPrinter(store, 'answers')
    await page.getByRole('button', { name: 'Print test' }).click()
    await expect(page.getByText('Test print', { exact: true })).toBeVisible()
    await expect(page.getByText('Printed', { exact: true })).toBeVisible()
    expect(receiptText(readReceipt(printer.papers[0] ?? new Uint8Array()))).toContain(
      'Prueba de la',
    )
    const { code, items } = await store.practice.placeOrder({
      deliveryType: 'go',
      isScheduled: false,
    })
    printer.behaviour = 'dies'
    await printTicket(store, code)
    await expect(page.getByText(/^The printer stopped answering/)).toBeVisible()
    await page.keyboard.press('Escape')
    const alerts = await openAlerts(store)
    await expect(alerts).toContainText(`Order ${code}`)
    printer.behaviour = 'answers'
    await alerts.getByRole('button', { name: 'Print again' }).click()
    await expect.poll(() => printer.papers.length).toBe(3)
    await expect(alerts).not.toContainText(`Order ${code}`)
    const text = receiptText(readReceipt(printer.papers[2] ?? new Uint8Array()))
    expect(text).toContain('REIMPRESIÓN')
    expect(text).toContain(items[0]?.product.name.split(' ')[0] ?? '?')
    await printer.close()
  },
)

test('killed while a printer says nothing: not printed a second time by itself; what waited is', async ({
  store,
}) => {
  const { page } = store
  const printer = await addPrinter(store, 'silent')
  const first = await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false })
  const second = await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false })
  await printTicket(store, first.code)
  await expect.poll(() => printer.papers[0]?.length ?? 0).toBeGreaterThan(0)
  await expect(page.getByText('Sending', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await printTicket(store, second.code)
  await expect(page.getByText('Waiting to be sent', { exact: true })).toBeVisible()
  printer.behaviour = 'answers'
  await store.restart('hard')
  await expect.poll(() => printer.papers.length).toBe(2)
  await goTo(store.page, '/setup/printers')
  const jobs = store.page.getByRole('list', { name: 'Printouts for Grill' })
  await expect(jobs).toContainText(new RegExp(`Order ${first.code}.*stopped answering`, 's'))
  await expect(jobs).toContainText(new RegExp(`Order ${second.code}.*Printed`, 's'))
  expect(receiptText(readReceipt(printer.papers[1] ?? new Uint8Array()))).toContain(second.code)
  await jobs.getByRole('button', { name: 'Mark as printed' }).click()
  await expect(jobs.getByRole('listitem')).toHaveCount(1)
  await printer.close()
})
