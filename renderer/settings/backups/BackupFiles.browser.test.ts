import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { maxOfPart } from '#contract/backup-files/backup-file-limits.ts'
import type { BackupFileWork } from '#contract/backup-files/backup-files.ts'
import type { RestorePreview } from '#contract/backups/backups.ts'
import { FakeBridge, quietStatus } from '../../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { sampleScreens } from '../../test-support/sample-screens.ts'
import BackupsPanel from './BackupsPanel.vue'

afterEach(unmountComponent)

const at = '2026-11-23T15:30:00.000Z'
const changed = { type: 'backups.changed' } as const
const passphrase = 'seven wet onions'
const contents = { openTickets: 1, tickets: 1200, reservations: 5, closeOuts: 1, waiting: 0 }
const preview: RestorePreview = {
  at,
  now: { ...contents, tickets: 1204 },
  then: contents,
  settingsDiffer: false,
  pinDiffers: false,
}

const working: BackupFileWork = {
  id: 'w1',
  kind: 'export',
  state: 'working',
  step: 'preparing',
  share: null,
  fault: null,
  detail: null,
  exported: null,
  preview: null,
}

async function open(hasPin = false): Promise<FakeBridge> {
  const bridge = new FakeBridge()
  bridge.status = quietStatus()
  bridge.answers['screens.get'] = sampleScreens({}, { hasPin })
  bridge.answers['backups.list'] = {
    folder: '/data/backups/store.sqlite',
    backups: [{ id: 'b1', at, bytes: 2_345_678, state: 'sound' }],
    nextAt: at,
    status: { lastAt: at, failing: false },
    test: null,
  }
  bridge.answers['backupFiles.export'] = { workId: 'w1' }
  bridge.answers['backupFiles.receive'] = { workId: 'w1' }
  bridge.answers['backupFiles.part'] = null
  bridge.answers['backupFiles.open'] = null
  bridge.answers['backupFiles.restore'] = null
  bridge.answers['backupFiles.stop'] = null
  await mountComponent(BackupsPanel, bridge)
  return bridge
}

/** What the host does now. */
function become(bridge: FakeBridge, work: Partial<BackupFileWork> | null): void {
  bridge.answers['backupFiles.get'] = work === null ? null : { ...working, ...work }
  bridge.notify(changed)
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const field = (label: string) => dialog().getByLabelText(label, { exact: true })
const alert = () => dialog().getByRole('alert')

async function typePassphrases(first: string, second: string): Promise<void> {
  await field('Passphrase').fill(first)
  await field('Repeat the passphrase').fill(second)
  await userEvent.keyboard('{Enter}')
}

test('a passphrase is hidden, long enough and typed twice before anything is written', async () => {
  const bridge = await open()
  await button('Export to a file').click()
  await expect.element(field('Passphrase')).toHaveAttribute('type', 'password')
  await expect.element(dialog()).toMatchTextContent(/Nobody can open the file without/)
  await expect.element(dialog()).toMatchTextContent(/The access key of the platform is not in it/)
  await typePassphrases('short', 'short')
  await expect.element(dialog()).toMatchTextContent(/Use at least 8 characters/)
  await expect.element(field('Passphrase')).toHaveFocus()
  await typePassphrases(passphrase, 'seven wet onion')
  await expect.element(dialog()).toMatchTextContent(/The two are different/)
  expect(bridge.asked('backupFiles.export')).toEqual([])
  expect(bridge.askedForFile).toEqual([])
})

test('on the desktop a person chooses the file, and sees it written, read back and done', async () => {
  const bridge = await open()
  bridge.chosenFile = { path: '/media/stick/a.kpbackup' }
  become(bridge, {})
  await button('Export to a file').click()
  await typePassphrases(passphrase, passphrase)
  await expect.element(dialog().getByText('Preparing the backup…')).toBeVisible()
  expect(bridge.askedForFile[0]).toMatch(/^kitchen-pass-providencia-\d{4}-\d\d-\d\d\.kpbackup$/)
  expect(bridge.asked('backupFiles.export')).toEqual([
    { backupId: null, passphrase, path: '/media/stick/a.kpbackup' },
  ])
  become(bridge, { step: 'writing', share: 0.437 })
  await expect.element(dialog().getByText('Encrypting and writing… 43 %')).toBeVisible()
  // Nothing but Stop ends it.
  await userEvent.keyboard('{Escape}')
  become(bridge, { step: 'checking', share: 0.1 })
  await expect.element(dialog().getByText('Reading the file back… 10 %')).toBeVisible()
  const exported = { path: '/media/stick/a.kpbackup', bytes: 1_234_567_890, at }
  become(bridge, { state: 'done', exported })
  await expect
    .element(dialog())
    .toMatchTextContent(/Exported and read back.*\/media\/stick\/a\.kpbackup, 1\.2 GB/)
  await button('Close').last().click()
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(bridge.asked('backupFiles.stop')).toEqual([{ workId: 'w1' }])
})

test('a dialog for the file that was cancelled starts nothing', async () => {
  const bridge = await open()
  bridge.chosenFile = null
  await button(/^Export the backup of/).click()
  await typePassphrases(passphrase, passphrase)
  await expect.poll(() => bridge.askedForFile).toHaveLength(1)
  expect(bridge.asked('backupFiles.export')).toEqual([])
  await expect.element(field('Passphrase')).toHaveValue(passphrase)
})

test('a browser saves the file, and the host may delete it then', async () => {
  const bridge = await open()
  become(bridge, { state: 'done', exported: { path: null, bytes: 5_000_000, at } })
  await button(/^Export the backup of/).click()
  await typePassphrases(passphrase, passphrase)
  await button('Save file').click()
  expect(bridge.savedExports).toEqual(['w1.kpbackup'])
  expect(bridge.asked('backupFiles.export')).toEqual([{ backupId: 'b1', passphrase, path: null }])
  await expect.element(dialog()).toMatchTextContent(/The browser is saving the file/)
  become(bridge, null)
  await expect.element(button('Save again')).not.toBeInTheDocument()
  await expect.element(dialog()).toMatchTextContent(/The browser is saving the file/)
  await button('Close').last().click()
  expect(bridge.asked('backupFiles.stop')).toEqual([])
})

test.each([
  ['no-room', /isn’t enough room on the stick or on this computer/],
  ['not-written', /Couldn’t write the file/],
  ['not-verified', /gave back something else/],
] as const)('after %s the form is there again, with the reason', async (fault, text) => {
  const bridge = await open()
  become(bridge, { state: 'failed', fault, detail: 'ENOSPC: no space left' })
  await button('Export to a file').click()
  await typePassphrases(passphrase, passphrase)
  await expect.element(alert()).toMatchTextContent(text)
  await expect.element(field('Passphrase')).toHaveValue(passphrase)
})

test('another screen’s work is waited for', async () => {
  const bridge = await open()
  bridge.refusals['backupFiles.export'] = { code: 'too-late' }
  await button('Export to a file').click()
  await typePassphrases(passphrase, passphrase)
  await expect.element(alert()).toMatchTextContent(/Another screen is exporting/)
})

/** Chooses a file of this many bytes in the dialog. */
async function chooseFile(bytes: number): Promise<void> {
  await button('Restore from a file').click()
  const file = new File([new Uint8Array(bytes).fill(7)], 'a.kpbackup')
  await userEvent.upload(dialog().getByLabelText('Choose file').element(), file)
}

test('a file is sent in parts, opened, shown and restored with the PIN', async () => {
  const bridge = await open(true)
  become(bridge, { kind: 'import', state: 'uploading' })
  await chooseFile(2 * maxOfPart + 10)
  await expect.element(dialog()).toMatchTextContent(/a\.kpbackup, 1\.4 MB/)
  await button('Open file').click()
  await expect.element(dialog()).toMatchTextContent(/Type the passphrase/)
  expect(bridge.asked('backupFiles.receive')).toEqual([])
  await field('Passphrase').fill(passphrase)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => bridge.asked('backupFiles.open')).toEqual([{ workId: 'w1', passphrase }])
  expect(bridge.asked('backupFiles.receive')).toEqual([{ bytes: 2 * maxOfPart + 10 }])
  const parts = bridge.asked('backupFiles.part') as { at: number; part: string }[]
  expect(parts.map(({ at: from }) => from)).toEqual([0, maxOfPart, 2 * maxOfPart])
  expect(atob(parts[2]?.part ?? '')).toBe('\u0007'.repeat(10))
  become(bridge, { kind: 'import', step: 'decrypting', share: 0.5 })
  await expect.element(dialog().getByText('Decrypting… 50 %')).toBeVisible()
  become(bridge, { kind: 'import', step: 'checking' })
  await expect.element(dialog().getByText('Checking what changes…')).toBeVisible()
  become(bridge, { kind: 'import', state: 'done', preview: { ...preview, store: 'Colón' } })
  await expect.element(dialog()).toMatchTextContent(/Backup of Colón, made on .*23 Nov 2026/)
  await expect
    .element(dialog().getByRole('row', { name: /^All tickets/ }))
    .toMatchTextContent(/1,204.*1,200/)
  await button('Restore now').click()
  await expect.element(page.getByText('Enter the PIN.')).toBeVisible()
  await field('Manager PIN').fill('2468')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(bridge.asked('backupFiles.restore')).toEqual([{ workId: 'w1', pin: '2468' }])
})

test('after a wrong passphrase the file is not sent again', async () => {
  const bridge = await open()
  become(bridge, { kind: 'import', state: 'failed', fault: 'wrong-passphrase' })
  await chooseFile(10)
  await field('Passphrase').fill('wrong')
  await userEvent.keyboard('{Enter}')
  await expect.element(alert()).toMatchTextContent(/Wrong passphrase/)
  await field('Passphrase').fill(passphrase)
  become(bridge, { kind: 'import', state: 'done', preview: { ...preview, store: null } })
  await expect.element(button('Restore now')).toBeVisible()
  expect(bridge.asked('backupFiles.receive')).toHaveLength(1)
  expect(bridge.asked('backupFiles.part')).toHaveLength(1)
})

test.each([
  ['not-a-backup', null, /isn’t a backup file of Kitchen Pass/],
  ['newer', null, /A newer version of Kitchen Pass made this file/],
  ['damaged', null, /damaged or incomplete/],
  ['other-store', 'Colón', /a backup of another store: Colón\./],
  ['other-store', null, /a backup of another store\. Nothing/],
] as const)('%s has its own sentence', async (fault, detail, text) => {
  const bridge = await open()
  become(bridge, { kind: 'import', state: 'failed', fault, detail })
  await chooseFile(10)
  await field('Passphrase').fill(passphrase)
  await userEvent.keyboard('{Enter}')
  await expect.element(alert()).toMatchTextContent(text)
  await button('Cancel').click()
  expect(bridge.asked('backupFiles.stop')).toEqual([{ workId: 'w1' }])
  expect(bridge.asked('backupFiles.restore')).toEqual([])
})

test('a dialog that is closed while it sends stops sending', async () => {
  const bridge = await open()
  become(bridge, { kind: 'import', state: 'uploading' })
  const part = bridge.hold('backupFiles.part')
  await chooseFile(3 * maxOfPart)
  await field('Passphrase').fill(passphrase)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => bridge.asked('backupFiles.part')).toHaveLength(1)
  await expect.element(dialog().getByText('Reading the file… 0 %')).toBeVisible()
  await button('Cancel').click()
  await part.answerAll(null)
  await expect.poll(() => bridge.asked('backupFiles.stop')).toHaveLength(1)
  expect(bridge.asked('backupFiles.part')).toHaveLength(1)
  expect(bridge.asked('backupFiles.open')).toEqual([])
})

test.each([
  ['Export to a file', 'backupFiles.export', 'w1'],
  ['Restore from a file', 'backupFiles.receive', 'w2'],
] as const)('%s: a dialog that is closed before the host has answered', async (name, asked, id) => {
  const bridge = await open()
  become(bridge, null)
  const answer = bridge.hold(asked)
  if (asked === 'backupFiles.export') {
    await button(name).click()
    await typePassphrases(passphrase, passphrase)
  } else {
    await chooseFile(10)
    await field('Passphrase').fill(passphrase)
    await userEvent.keyboard('{Enter}')
  }
  await expect.poll(() => bridge.asked(asked)).toHaveLength(1)
  await button('Cancel').click()
  await expect.element(dialog()).not.toBeInTheDocument()
  await answer.answerAll({ workId: id })
  await expect.poll(() => bridge.asked('backupFiles.stop')).toEqual([{ workId: id }])
  expect(bridge.asked('backupFiles.part')).toEqual([])
})

test('a person moves the kitchen: the export says what follows, and an older backup can’t do it', async () => {
  const bridge = await open()
  bridge.chosenFile = { path: '/media/stick/a.kpbackup' }
  become(bridge, {})
  await button('Export to a file').click()
  const move = dialog().getByRole('switch', { name: 'Move this kitchen to another computer' })
  await move.click()
  await typePassphrases(passphrase, passphrase)
  await expect
    .poll(() => bridge.asked('backupFiles.export'))
    .toEqual([{ backupId: null, passphrase, path: '/media/stick/a.kpbackup', handOver: true }])
  const exported = { path: '/media/stick/a.kpbackup', bytes: 1_000, at }
  become(bridge, { state: 'done', exported })
  await expect
    .element(dialog())
    .toMatchTextContent(/This computer sends nothing from now on.*Then close Kitchen Pass here/)
  await button('Close').last().click()
  await button(/^Export/)
    .last()
    .click()
  await expect.element(field('Passphrase')).toBeVisible()
  expect(move.elements()).toEqual([])
})

test('a file that moves the kitchen says from where, and that what waits is sent', async () => {
  const bridge = await open()
  await button('Restore from a file').click()
  const file = new File(['x'], 'a.kpbackup')
  await userEvent.upload(dialog().getByLabelText('Choose file').first(), file)
  await field('Passphrase').fill(passphrase)
  await button('Open file').click()
  const handOver = { from: 'KITCHEN-PC', at }
  const then = { ...contents, waiting: 2 }
  const shown = { ...preview, then, handOver, store: 'Providencia' }
  become(bridge, { kind: 'import', state: 'done', preview: shown })
  await expect
    .element(dialog())
    .toMatchTextContent(/from KITCHEN-PC.*2 changes wait to be sent. They are sent from here/)
  await expect.element(dialog()).not.toMatchTextContent(/may have been sent/)
})

test('a kitchen that moved away is taken back after a warning', async () => {
  const bridge = await open()
  bridge.answers['backupFiles.takeBack'] = null
  bridge.notify({ type: 'status.changed', status: { ...quietStatus(), movedAt: at } })
  await expect.element(page.getByText(/Moved to another computer on/)).toBeVisible()
  await button('Take it back…').click()
  await expect
    .element(dialog())
    .toMatchTextContent(/First close Kitchen Pass on the other computer/)
  expect(bridge.asked('backupFiles.takeBack')).toEqual([])
  await button('Take it back').click()
  expect(bridge.asked('backupFiles.takeBack')).toEqual([{}])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})
