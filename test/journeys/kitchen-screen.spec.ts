import type { Page } from '@playwright/test'
import type { OperationName } from '#contract/index.ts'
import type { GuestExport } from '#contract/guests/guests.ts'
import { fail } from '#contract/shared/result.ts'
import { askAs, callAs, pairContext } from '#test/support/web-process.ts'
import { openCount, openShift } from './close-out.ts'
import { goTo } from './go-to.ts'
import { expect, test, type Store } from './store.ts'

const days = { from: '2026-11-01', to: '2026-11-02' }
const filter = { methodId: null, shiftId: null, voided: null }

/** What a kitchen's screen may not ask: money, waste, figures, guests. */
const refused = (shiftId: string): [name: OperationName, input: object][] => [
  ['shifts.search', {}],
  ['shifts.find', { days: 3 }],
  ['shifts.show', { shiftId }],
  ['shifts.closeOuts', { before: null }],
  ['shifts.verify', {}],
  ['payments.read', days],
  ['payments.list', { jobId: 'r', filter, page: 1 }],
  ['payments.table', { jobId: 'r', filter }],
  ['waste.read', days],
  ['kitchenFigures.get', { span: { kind: 'days', ...days } }],
  ['guests.list', { text: '', page: 1 }],
  ['guests.get', { clientId: 'c' }],
  ['guests.exportState', {}],
  ['guests.purge', {}],
]

/** Exports the guests; returns the path of the file. */
async function exportGuests({ call }: Store): Promise<string> {
  const begun = (await call('guests.export', { path: null })) as { value: GuestExport }
  await expect
    .poll(
      async () =>
        ((await call('guests.exportState', {})) as { value: GuestExport }).value.job.state,
    )
    .toBe('done')
  return `exports/${begun.value.job.id}.csv`
}

/** Asks in the name of a screen where a file can be downloaded. */
async function addressOf(screen: Page, file: string): Promise<string | null> {
  const response = await askAs(screen, `/${file}`, { method: 'POST' })
  return ((await response.json()) as { address: string | null }).address
}

test('a screen of the kitchen gets nothing of money, waste, figures and guests', async ({
  store,
  browser,
  shell,
}) => {
  test.skip(shell === 'desktop', 'the desktop has one window')
  const { call, page } = store
  const shiftId = openShift(store)
  await openCount(store, shiftId)
  const file = await exportGuests(store)
  expect(await addressOf(page, file)).toContain(file)
  await call('screens.setPin', { pin: '4821' })
  const context = await browser.newContext({ locale: 'en-GB' })
  const wall = await context.newPage()
  await pairContext(context, page.url())
  await wall.goto(new URL('/', page.url()).href)
  await expect(wall.getByText('All clear')).toBeVisible()
  for (const name of [/^Close-out/, /^Guests/])
    await expect(wall.getByRole('link', { name })).toHaveCount(0)
  for (const [name, input] of refused(shiftId))
    expect(await callAs(wall, name, input), name).toEqual(fail('not-allowed'))
  expect(await addressOf(wall, file)).toBeNull()
  await goTo(wall, `/close-out/shift/${shiftId}/count`)
  await expect(wall.getByText('Close-out isn’t available on this screen.').first()).toBeVisible()
  await goTo(wall, '/payments')
  await expect(wall).toHaveURL(/#\/$/)
  await expect(wall.getByText('All clear')).toBeVisible()

  // The manager's own screen can still download the file, by an address that works once.
  const address = (await addressOf(page, file)) ?? ''
  for (const [tried, status] of [
    [address, 200],
    [address, 401],
    [file, 401],
  ] as const)
    expect((await page.request.get(new URL(tried, page.url()).href)).status()).toBe(status)
})
