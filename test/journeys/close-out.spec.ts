import { openRoom } from './house.ts'
import { DatabaseSync } from 'node:sqlite'
import {
  cash,
  countCash,
  countSlips,
  due,
  endedShift,
  finish,
  isStored,
  openCount,
  openShift,
  pesos,
  shiftOf,
  sign,
  typeFloat,
} from './close-out.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { databaseIn } from '#test/support/database-in.ts'
import { pairContext } from '#test/support/web-process.ts'
import { goTo } from './go-to.ts'
import { expect, shareStore, test, type Store } from './store.ts'

const settings: Partial<Settings> = {
  undoSeconds: 1,
  requestsPerSecond: 50,
  tipsInAmount: 'inside',
  overShortThreshold: 5_000,
}
test.use({ settings })

const method = ({ page }: Store, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

const alert = ({ page }: Store) => page.getByRole('main').getByRole('alert')

/** Counts exactly the expected amounts of a shift, and finishes. */
async function countExactly(store: Store, shiftId: string): Promise<void> {
  await openCount(store, shiftId)
  await countCash(store, due(store, shiftId, cash))
  await countSlips(store, shiftId)
  await typeFloat(store, '100000')
  await finish(store)
  await expect(store.page.getByRole('heading', { name: 'Compare' })).toBeVisible()
}

async function closeExactly(store: Store, shiftId: string, name: string): Promise<void> {
  await countExactly(store, shiftId)
  await goTo(store.page, `/close-out/shift/${shiftId}/sign`)
  await sign(store, name)
  await expect(store.page.getByText('Signed and saved')).toBeVisible()
}

test('a whole close: killed while counting, cash short, cards over, counted again, explained, signed @desktop', async ({
  store,
  shell,
}) => {
  const shiftId = openShift(store)
  const [cashDue, cardsDue] = [due(store, shiftId, cash), due(store, shiftId, 'tpm-debito')]
  await openRoom(store.page, 'Reports')
  const first = store.page.locator('[data-shift]').first()
  await expect(first).toHaveAttribute('data-shift', shiftId)
  await openCount(store, shiftId)
  await countCash(store, cashDue - 8_000)
  await isStored(store)
  await store.restart('hard')

  await openCount(store, shiftId)
  const { page } = store
  await expect(page.getByRole('complementary')).toContainText(`Cash${pesos(cashDue - 8_000)}`)
  // The count is blind: neither the page nor the host's answer contains an expected figure.
  expect(await shiftOf(store, shiftId)).toMatchObject({ figures: null, overShort: null })
  await countSlips(store, shiftId, { 'tpm-debito': 2_000 })
  await finish(store)
  await page.getByRole('button', { name: 'How much is left for tomorrow?' }).click()
  await page.keyboard.type('60.000')
  await expect(page.getByRole('button', { name: /enter a valid amount/ })).toBeVisible()
  await typeFloat(store, '60,000')
  await expect(page.getByText('= $60,000')).toBeVisible()
  await finish(store)

  await expect(page.getByRole('heading', { name: 'Compare' })).toBeVisible()
  await expect(method(store, 'Efectivo')).toContainText('$8,000 short')
  await expect(method(store, 'Efectivo')).toContainText(pesos(cashDue))
  await expect(method(store, 'Tarjeta de débito')).toContainText('$2,000 over')
  await expect(method(store, 'Tarjeta de débito')).toContainText(pesos(cardsDue))
  await expect(method(store, 'Transferencia')).toContainText('exact')
  await page.getByRole('button', { name: 'Count Efectivo again' }).click()
  await expect(page.getByRole('heading', { name: 'Count again: Efectivo' })).toBeVisible()
  await countCash(store, cashDue - 7_000)
  await page.getByRole('button', { name: 'Finish recount' }).click()
  await expect(method(store, 'Efectivo')).toContainText('$7,000 short')
  await expect(page.getByText('Efectivo needs a note that explains the difference.')).toBeVisible()
  await page
    .getByRole('textbox', { name: 'Reason for the difference (Efectivo)' })
    .fill('Wrong change at table 4')
  await expect(page.getByText('Efectivo needs a note that explains the difference.')).toHaveCount(0)

  await page.getByRole('link', { name: 'Review the shift' }).click()
  await expect(page.getByRole('heading', { name: 'The shift at a glance' })).toBeVisible()
  await page.getByRole('link', { name: 'Continue to sign' }).click()
  await page.getByRole('button', { name: 'Sign this close-out' }).click()
  await expect(page.getByText('Mark every item as reviewed first.')).toBeVisible()
  await sign(store, 'Marta')
  await expect(page.getByRole('heading', { name: 'Close-out 1' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Signed by Marta')).toBeVisible()
  await expect(page.getByRole('main').getByText('Wrong change at table 4')).toBeVisible()
  await expect(page.getByRole('main').getByText(/^1(-[0-9a-f]{4}){4}$/)).toBeVisible()
  // The desktop app has a key store; the web shell of the journeys has no key file.
  expect(await store.call('shifts.verify', {})).toMatchObject({
    value: { checked: 1, withKey: shell === 'desktop' ? 1 : 0, broken: null },
  })
})

test.describe('5,000 payments', () => {
  const many = shareStore({ settings, payments: 5_000 })

  test('are read with their progress while some arrive, and every one is counted, without the total before the count', async () => {
    const store = many()
    const { page, practice } = store
    await openRoom(page, 'Reports')
    await expect(page.getByText(/page \d+ of \d+/)).toBeVisible()
    for (let nth = 0; nth < 20; nth++) practice.till.pay({ amount: 1_000 + nth })
    const row = page.locator(`li:has([data-shift="${openShift(store)}"])`)
    await expect(page.getByRole('status').filter({ hasText: 'updated at' })).toBeVisible()
    const shiftId = openShift(store)
    const paid = practice.till
      .payments()
      .filter((each) => each.shiftId === shiftId && each.voidedAt === null)
    const sum = paid.reduce((all, { amount }) => all + amount, 0)
    await expect(row).toContainText(`${paid.length.toLocaleString('en-US')} payments`)
    await expect(row).toContainText('Total after count')
    await expect(row).not.toContainText(pesos(sum))
  })

  test('of which the platform gives no page 7: it says where it stopped and goes on from there', async () => {
    const store = many()
    const { page, practice } = store
    const read = page.getByRole('status').filter({ hasText: 'updated at' })
    await goTo(page, '/close-out')
    await expect(read).toBeVisible()
    practice.misbehave({ path: '/tab-payments', kind: 'status', status: 503, every: 7 })
    await page.getByText('7 days', { exact: true }).click()
    await expect(alert(store)).toContainText('Loading stopped (page 6 of ')
    await expect(page.locator('[data-shift]').first()).toBeVisible()
    practice.behave()
    await page.getByRole('button', { name: 'Continue' }).click()
    const count = practice.till.payments().length
    await expect(read).toContainText(`${count.toLocaleString('en-US')} payments`)
    await expect(alert(store)).toHaveCount(0)
  })
})

test.describe('two shifts of one store', () => {
  const shared = shareStore({ settings })

  test(
    'a void after the count is shown, and the method that it puts over is to be counted again',
    { tag: '@quick' },
    async () => {
      const store = shared()
      const { page, practice } = store
      const shiftId = endedShift(store)
      await countExactly(store, shiftId)
      await expect(method(store, 'Tarjeta de débito')).toContainText('exact')
      const voided = practice.till
        .payments()
        .find(
          (each) =>
            each.shiftId === shiftId &&
            each.voidedAt === null &&
            each.paymentMethodId === 'tpm-debito' &&
            each.amount > 5_000,
        )
      if (voided === undefined) throw new Error('nothing to void')
      practice.till.voidPayment(voided._id)
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect(page.getByText('Changed since the count')).toBeVisible()
      await expect(method(store, 'Tarjeta de débito')).toContainText(`${pesos(voided.amount)} over`)
      await expect(page.getByText('Tarjeta de débito must be counted again.')).toBeVisible()
    },
  )

  test('two managers count one shift: each sees the other, and what both wrote at a time is asked about', async ({
    shell,
  }) => {
    const store = shared()
    test.skip(shell === 'desktop', 'the desktop has one window')
    const { page } = store
    const shiftId = openShift(store)
    await openCount(store, shiftId)
    const context = await page.context().browser()?.newContext({ locale: 'en-GB' })
    if (context === undefined) throw new Error('no browser')
    const other = await context.newPage()
    await pairContext(context, page.url())
    await other.goto(new URL('/', page.url()).href)
    await openCount({ page: other }, shiftId)

    await page.getByRole('textbox', { name: 'Transferencia' }).fill('1500')
    await expect(other.getByRole('textbox', { name: 'Transferencia' })).toHaveValue('1500')
    await expect(other.getByText(/^Changed on /)).toBeVisible()

    // One screen is disconnected while both write in one field.
    const float = (one: typeof page) =>
      one.getByRole('textbox', { name: 'Float left for tomorrow' })
    await other.route('**/call', (route) => route.abort())
    await float(other).fill('50000')
    await expect(other.getByText('Not saved yet.')).toBeVisible()
    await float(page).fill('60000')
    await isStored({ page })
    await other.unroute('**/call')
    await expect(other.getByText('Two screens changed “Float left for tomorrow”')).toBeVisible()
    await expect(float(other)).toHaveValue('60000')
    await expect(float(page)).toHaveValue('60000')
    await other.getByRole('button', { name: 'Use mine' }).click()
    await expect(float(page)).toHaveValue('50000')
  })
})

test('a seal that was broken on purpose is noticed, and a correction names what it corrects', async ({
  store,
}) => {
  await closeExactly(store, endedShift(store), 'Marta')
  await store.page.getByRole('button', { name: 'Correct this close-out' }).click()
  await store.page.getByRole('textbox', { name: 'What needs to be corrected?' }).fill('A late slip')
  await store.page.getByRole('button', { name: 'Start correction' }).click()
  await expect(
    store.page.getByRole('main').getByText('Correction of close-out 1: A late slip'),
  ).toBeVisible()
  await goTo(store.page, `/close-out/shift/${endedShift(store)}/sign`)
  await sign(store, 'Rosa')
  await expect(
    store.page.getByRole('main').getByText('Corrects close-out 1: A late slip'),
  ).toBeVisible()
  await goTo(store.page, '/close-out/past')
  await store.page.getByRole('button', { name: 'Check for changes' }).click()
  await expect(store.page.getByText('No changes found. 2 close-outs checked.')).toBeVisible()

  await store.restart('softly', (folder) => {
    const db = new DatabaseSync(databaseIn(folder))
    db.exec(`DROP TRIGGER close_outs_stay;
      UPDATE close_outs SET document = replace(document, '"signedBy":"Marta"', '"signedBy":"Pedro"') WHERE number = 1`)
    db.close()
  })
  await goTo(store.page, '/close-out/past')
  await store.page.getByRole('button', { name: 'Check for changes' }).click()
  await expect(alert(store)).toContainText('Close-out 1 was changed')
})
