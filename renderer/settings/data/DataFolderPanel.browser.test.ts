import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { DataFolder } from '#contract/data-folder/data-folder.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import DataFolderPanel from './DataFolderPanel.vue'

afterEach(unmountComponent)

const folder: DataFolder = {
  path: '/var/lib/kitchen-pass',
  database: 45_600_000,
  backups: 130_000_000,
  exports: 0,
  quarantine: 12_000,
  others: 2_500_000_000,
  free: 90_000_000_000,
  disk: 256_000_000_000,
  isLow: false,
  syncedBy: null,
}

async function open(fields: Partial<DataFolder> | null): Promise<FakeBridge> {
  const bridge = new FakeBridge()
  if (fields === null) bridge.refusals['dataFolder.get'] = { code: 'unreachable' }
  bridge.answers['dataFolder.get'] = { ...folder, ...fields }
  await mountComponent(DataFolderPanel, bridge)
  return bridge
}

const row = (name: string) => page.getByRole('row', { name })

test('the folder, what it takes and what is free are shown', async () => {
  await open({})
  await expect.element(page.getByText('/var/lib/kitchen-pass')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Copy' })).toBeVisible()
  await expect.element(row('Database of this store 45.6 MB')).toBeVisible()
  await expect.element(row('Backups 130 MB')).toBeVisible()
  await expect.element(row('Exports that wait to be saved nothing')).toBeVisible()
  await expect.element(row('Total 2.7 GB')).toBeVisible()
  await expect.element(page.getByText('90 GB of 256 GB are free on this disk.')).toBeVisible()
  expect(page.getByText(/almost full/).elements()).toEqual([])
})

test('a disk that is almost full is told, and it is measured again', async () => {
  const bridge = await open({ free: 400_000_000, isLow: true })
  await expect
    .element(page.getByText(/almost full\. 400 MB of 256 GB are free.*no backups are made/))
    .toBeVisible()
  bridge.answers['dataFolder.get'] = folder
  await page.getByRole('button', { name: 'Measure again' }).click()
  await expect.element(page.getByText(/almost full/)).not.toBeInTheDocument()
})

test('a folder that a service copies to a cloud is warned of', async () => {
  await open({ path: '/home/ana/Dropbox/data', syncedBy: 'Dropbox' })
  await expect
    .element(page.getByText(/in Dropbox, which copies.*move the folder out/))
    .toBeVisible()
})

test('a folder that can’t be measured is tried again', async () => {
  const bridge = await open(null)
  await expect.element(page.getByText('Couldn’t measure the data folder')).toBeVisible()
  bridge.refusals = {}
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('/var/lib/kitchen-pass')).toBeVisible()
})
