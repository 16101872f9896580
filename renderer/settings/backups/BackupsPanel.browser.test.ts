import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { BackupList, ListedBackup, RestorePreview } from '#contract/backups/backups.ts'
import { FakeBridge, quietStatus } from '../../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { sampleScreens } from '../../test-support/sample-screens.ts'
import BackupsPanel from './BackupsPanel.vue'

afterEach(unmountComponent)

const at = '2026-11-23T15:30:00.000Z'
const backup = (id: string, more: Partial<ListedBackup> = {}): ListedBackup => ({
  id,
  at,
  bytes: 2_345_678,
  state: 'sound',
  ...more,
})
const list = (more: Partial<BackupList> = {}): BackupList => ({
  folder: '/data/backups/store.sqlite',
  backups: [backup('b2'), backup('b1', { bytes: 12_000 })],
  nextAt: '2026-11-23T15:45:00.000Z',
  status: { lastAt: at, failing: false },
  test: null,
  ...more,
})
const preview: RestorePreview = {
  at,
  now: { openTickets: 3, tickets: 1204, reservations: 5, closeOuts: 2, waiting: 0 },
  then: { openTickets: 1, tickets: 1200, reservations: 5, closeOuts: 1, waiting: 2 },
  settingsDiffer: true,
  pinDiffers: false,
}

async function open(answer: BackupList | null, hasPin = false): Promise<FakeBridge> {
  const bridge = new FakeBridge()
  bridge.status = quietStatus()
  bridge.answers['screens.get'] = sampleScreens({}, { hasPin })
  bridge.answers['backups.list'] = answer
  bridge.answers['backups.preview'] = preview
  bridge.answers['backups.restore'] = null
  bridge.answers['backups.create'] = 'made'
  await mountComponent(BackupsPanel, bridge)
  return bridge
}

const button = (name: string | RegExp) => page.getByRole('button', { name })
const rows = () => page.getByRole('table', { name: 'Backups' }).getByRole('row')
const dialog = () => page.getByRole('dialog')
const changed = { type: 'backups.changed' } as const

test('the practice store has none, and the page says what to do', async () => {
  await open(null)
  await expect.element(page.getByText(/The practice store has no backups/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Open Connection' })).toBeVisible()
  expect(button('Back up now').elements()).toEqual([])
})

test('each backup has its time, size and state; a damaged one can’t be restored', async () => {
  const states = ['checking', 'damaged', 'sound'] as const
  const bridge = await open(
    list({ backups: states.map((state, nth) => backup(`b${String(nth)}`, { state })) }),
  )
  await expect.element(rows().nth(1)).toMatchTextContent(/23 Nov 2026.*2\.3 MB.*Checking…/)
  await expect.element(rows().nth(2)).toMatchTextContent(/Damaged: the file was changed/)
  await expect.element(rows().nth(3)).toMatchTextContent(/Checked/)
  expect(button(/^Restore the backup of/).elements()).toHaveLength(2)
  await expect.element(page.getByText(/\/data\/backups\/store\.sqlite/)).toBeVisible()
  await expect.element(page.getByText(/^Next backup at /)).toBeVisible()
  bridge.answers['backups.list'] = list({ status: { lastAt: at, failing: true } })
  bridge.notify(changed)
  await expect.element(page.getByText(/Couldn’t make the latest backup/)).toBeVisible()
})

test('of many backups the newest are shown until a person asks for all', async () => {
  await open(list({ backups: Array.from({ length: 30 }, (_, nth) => backup(`b${String(nth)}`)) }))
  await expect.poll(() => rows().elements().length).toBe(9)
  await button('Show all 30').click()
  await expect.poll(() => rows().elements().length).toBe(31)
})

test('a backup is made once, though a wet finger taps twice, and the work is shown', async () => {
  const bridge = await open(list())
  bridge.hold('backups.create')
  await button('Back up now').click()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Making a backup…')).toBeInTheDocument()
  expect(bridge.asked('backups.create')).toHaveLength(1)
})

test('a restore shows what changes first, and needs the PIN', async () => {
  const bridge = await open(list(), true)
  await button(/^Restore the backup of/)
    .last()
    .click()
  await expect
    .element(dialog().getByRole('row', { name: /^All tickets/ }))
    .toMatchTextContent(/1,204.*1,200/)
  await expect.element(dialog()).toMatchTextContent(/The settings go back too/)
  await expect.element(dialog()).toMatchTextContent(/2 changes waited to be sent/)
  expect(bridge.asked('backups.preview')).toEqual([{ backupId: 'b1' }])
  await button('Restore now').click()
  await expect.element(page.getByText(/Enter the PIN/)).toBeVisible()
  expect(bridge.asked('backups.restore')).toEqual([])
  const pin = dialog().getByLabelText('Manager PIN')
  await pin.fill('1111')
  bridge.refusals['backups.restore'] = { code: 'wrong-pin', detail: '4' }
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog().getByRole('alert')).toBeVisible()
  await expect.element(pin).toHaveValue('')
  bridge.refusals = {}
  await pin.fill('2468')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(bridge.asked('backups.restore').at(-1)).toEqual({ backupId: 'b1', pin: '2468' })
})

test('the dialog stays until the host has answered, though the list is asked for again before', async () => {
  const bridge = await open(list())
  const restore = bridge.hold('backups.restore')
  await button(/^Restore the backup of/)
    .first()
    .click()
  await button('Restore now').click()
  await expect.poll(() => bridge.asked('backups.restore')).toHaveLength(1)
  bridge.notify({ type: 'host.replaced' })
  await expect.poll(() => bridge.asked('backups.list')).toHaveLength(2)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).toBeVisible()
  await restore.answerAll(null)
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('a backup that turns out to be damaged is not restored, and the dialog says why', async () => {
  const bridge = await open(list())
  bridge.refusals['backups.preview'] = { code: 'unreadable', reason: 'backup-damaged' }
  await button(/^Restore the backup of/)
    .first()
    .click()
  await expect.element(dialog().getByRole('alert')).toMatchTextContent(/Nothing was changed/)
  expect(button('Restore now').elements()).toEqual([])
  await button('Cancel').click()
  await expect.element(dialog()).not.toBeInTheDocument()
})

test('the last test of a restore is shown, and one can be asked for', async () => {
  const tested = { at, backupAt: at, tickets: 1204, fault: null }
  const bridge = await open(list())
  await expect.element(page.getByText(/^Not tested yet/)).toBeVisible()
  bridge.answers['backups.test'] = tested
  await button('Test a restore').click()
  await expect.poll(() => bridge.asked('backups.test')).toHaveLength(1)
  bridge.answers['backups.list'] = list({ test: tested })
  bridge.notify(changed)
  await expect.element(page.getByText(/23 Nov 2026.*: 1,204 tickets, all readable/)).toBeVisible()
  bridge.answers['backups.list'] = list({
    test: { ...tested, tickets: null, fault: 'not-restored' },
  })
  bridge.notify(changed)
  await expect.element(page.getByText(/couldn’t be restored/)).toBeVisible()
  await expect.element(page.getByText(/Ask IT to make a backup on another disk now/)).toBeVisible()
})
