import { rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from '@playwright/test'
import type { DataFolder } from '#contract/data-folder/data-folder.ts'
import { backupsOf } from '#host/db/store-folder.ts'
import { databaseIn } from '#test/support/database-in.ts'
import { hasElectron } from '../desktop/launch.ts'
import { expectAccessibleInSizes } from './axe.ts'
import { goTo } from './go-to.ts'
import { openAlerts } from './house.ts'
import { expect, test as base, type ShellOption, type Store } from './store.ts'

type Shell = ShellOption['shell']

const test = base.extend({
  /** In the stand-in's dialog, this is the file that a person chooses. */
  async env({ shell }, use, info) {
    await use(shell === 'web' ? {} : { STANDIN_CHOSEN_FILE: info.outputPath('shop.kpbackup') })
  },
})

/** The page is the same in both shells. */
async function checkView(page: Page, shell: Shell, name: string): Promise<void> {
  if (shell === 'web') await expectAccessibleInSizes(page, name)
}

const order = { deliveryType: 'go', isScheduled: false } as const

async function placeOrder(store: Store): Promise<string> {
  const { code } = await store.practice.placeOrder(order)
  await goTo(store.page, '/')
  await expect(store.card(code)).toBeVisible()
  return code
}

const table = (page: Page) => page.getByRole('table', { name: 'Backups' })
const restoring = (page: Page) => page.getByRole('dialog', { name: /^Restore the backup of/ })

test(
  'back up, change something, restore: the old state is back, and an alert says so',
  { tag: '@desktop' },
  async ({ store, shell }) => {
    const { page } = store
    const before = await placeOrder(store)
    await goTo(page, '/setup/backups')
    await expect(
      page.getByRole('heading', { name: 'Backups', level: 2, exact: true }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Back up now' }).click()
    await expect(page.getByText('Backup made')).toBeVisible()
    await page.getByRole('button', { name: 'Back up now' }).click()
    await expect(page.getByText('Nothing has changed since the last backup.')).toBeVisible()
    await expect(table(page).getByText('Checked').first()).toBeVisible()
    await page.getByRole('button', { name: 'Test a restore' }).click()
    await expect(page.getByText(/^Tested on .*: 1 ticket, all readable$/)).toBeVisible()

    const after = await placeOrder(store)
    await store.call('settings.change', { undoSeconds: 4 })
    await goTo(page, '/setup/backups')
    await expect(table(page).getByText('Checking…')).toHaveCount(0)
    await checkView(page, shell, 'backups')
    // The test above may have backed up once more; the oldest has the first order alone.
    await table(page)
      .getByRole('button', { name: /^Restore the backup of/ })
      .last()
      .click()
    const changes = restoring(page).getByRole('row', { name: /^All tickets/ })
    await expect(changes).toHaveText(/All tickets\s*2\s*1/)
    await expect(restoring(page)).toContainText('The settings go back too.')
    await checkView(page, shell, 'restore')
    await restoring(page).getByRole('button', { name: 'Restore now' }).click()
    await expect(restoring(page)).toBeHidden()
    await expect(page.getByText(/^The backup of .* is restored\.$/)).toBeVisible()

    await goTo(page, '/')
    await expect(store.card(before)).toBeVisible()
    await expect(store.card(after)).toBeHidden()
    expect(await store.call('settings.get', {})).toMatchObject({ value: { undoSeconds: 1 } })
    const alerts = await openAlerts(store)
    await expect(alerts).toContainText('A backup was restored')
    await expect(alerts).toContainText(
      /What was here before is kept as store-\w+\/quarantine\/\d+-live/,
    )
  },
)

const passphrase = 'siete cebollas mojadas'
const exporting = (page: Page) => page.getByRole('dialog', { name: 'Export to a file' })
const importing = (page: Page) => page.getByRole('dialog', { name: 'Restore from a file' })

/** Exports the newest state; returns where the browser, or the app itself, has saved the file. */
async function exportFile(page: Page, shell: Shell): Promise<string> {
  await page.getByRole('button', { name: 'Export to a file' }).click()
  await exporting(page).getByLabel('Passphrase', { exact: true }).fill(passphrase)
  await exporting(page).getByLabel('Repeat the passphrase').fill(passphrase)
  await checkView(page, shell, 'export')
  await page.keyboard.press('Enter')
  const path = await (shell === 'web' ? download(page) : chosenFile(page))
  await exporting(page).getByRole('button', { name: 'Close' }).last().click()
  return path
}

async function download(page: Page): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    exporting(page).getByRole('button', { name: 'Save file' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^kitchen-pass-[a-z-]*\d{4}-\d\d-\d\d\.kpbackup$/)
  // It is given once.
  await expect(exporting(page).getByRole('button', { name: 'Save again' })).toBeHidden()
  return file.path()
}

async function chosenFile(page: Page): Promise<string> {
  const path = test.info().outputPath('shop.kpbackup')
  await expect(exporting(page).getByRole('status')).toContainText(path)
  return path
}

/** Overwrites the database, and takes its backups away, as a broken disk does. */
function destroy(folder: string): void {
  const file = databaseIn(folder)
  writeFileSync(file, 'garbage'.repeat(9_999))
  // It would bring rows back.
  rmSync(`${file}-wal`, { force: true })
  rmSync(backupsOf(file), { recursive: true })
}

test(
  'an exported file brings everything back after the database and its backups were destroyed',
  { tag: '@desktop' },
  async ({ store, shell }) => {
    test.skip(shell === 'desktop' && hasElectron, 'nobody is there to choose a file in its dialog')
    const { page } = store
    const code = await placeOrder(store)
    await store.call('settings.change', { undoSeconds: 7 })
    await goTo(page, '/setup/backups')
    const file = await exportFile(page, shell)

    await store.restart('hard', (folder) =>
      destroy(shell === 'web' ? folder : join(folder, 'store')),
    )
    const again = store.page
    expect(await store.call('settings.get', {})).toMatchObject({ value: { undoSeconds: 8 } })
    await goTo(again, '/setup/backups')
    await again.getByRole('button', { name: 'Restore from a file' }).click()
    await importing(again).getByLabel('Choose file').setInputFiles(file)
    const typed = importing(again).getByLabel('Passphrase', { exact: true })
    await typed.fill('siete cebollas')
    await again.keyboard.press('Enter')
    await expect(importing(again).getByRole('alert')).toContainText('Wrong passphrase.')
    await checkView(again, shell, 'import')
    await typed.fill(passphrase)
    await again.keyboard.press('Enter')
    await expect(importing(again)).toContainText('The settings go back too.')
    await checkView(again, shell, 'import-preview')
    await importing(again).getByRole('button', { name: 'Restore now' }).click()
    await expect(importing(again)).toBeHidden()
    await expect(again.getByText(/^The backup of .* is restored\.$/)).toBeVisible()
    expect(await store.call('settings.get', {})).toMatchObject({ value: { undoSeconds: 7 } })
    await goTo(again, '/')
    await expect(store.card(code)).toBeVisible()
    expect(store.output()).not.toContain('cebollas')
  },
)

test(
  'the data folder and what is kept have their own section',
  { tag: '@desktop' },
  async ({ store, shell }) => {
    const { page } = store
    await goTo(page, '/setup/data')
    const { value } = (await store.call('dataFolder.get', {})) as { value: DataFolder }
    expect(basename(value.path) === 'store').toBe(shell === 'desktop')
    await expect(page.getByText(value.path, { exact: true })).toBeVisible()
    await expect(
      page.getByRole('row', { name: /^Database of this store [\d,.]+ [KM]B$/ }),
    ).toBeVisible()
    await expect(page.getByRole('slider', { name: 'Keep past orders for' })).toHaveValue('60')
    await expect(page.getByRole('slider', { name: 'Keep guest data for' })).toHaveValue('30')
    await checkView(page, shell, 'data-folder')
  },
)
