import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { GuestExport } from '#contract/guests/guests.ts'
import type { FakeBridge } from '../../test-support/fake-bridge.ts'
import {
  closeGuests,
  makeExport,
  openGuests,
  changeForgottenGuests,
} from '../../test-support/open-guests.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(closeGuests)

async function open(last: GuestExport | null = null) {
  const bridge = await openGuests()
  bridge.answers['guests.exportState'] = last
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: 'Export and delete' })).toBeVisible()
  return bridge
}
/** Notifies the page of an export, as the host does. */
function tell(bridge: FakeBridge, now: GuestExport): void {
  bridge.answers['guests.exportState'] = now
  bridge.notify({ type: 'jobs.changed', job: now.job })
}
const button = (name: string | RegExp) => page.getByRole('button', { name })
const bar = () => page.getByRole('progressbar')
const save = () => page.getByRole('button', { name: 'Save file' })

test('a running export shows the host’s progress, speed and time left', async () => {
  const bridge = await open()
  bridge.answers['guests.export'] = makeExport({
    items: 0,
    itemsPerSecond: null,
    secondsLeft: null,
  })
  await button('Export all guests').click()
  await expect.element(page.getByText('0 of 100,000 guests')).toBeVisible()
  expect(bridge.askedForFile).toEqual(['guests.csv'])
  expect(bridge.asked('guests.export')).toEqual([{ path: null }])
  tell(bridge, makeExport())
  await expect.element(page.getByText('30,000 of 100,000 guests')).toBeVisible()
  await expect.element(page.getByText('1,000 per second · 1:10 left')).toBeVisible()
  await expect.element(bar()).toHaveAttribute('value', '0.3')
  await expect.element(save()).not.toBeInTheDocument()
  await expect.element(button(/^Export (all|anew)/)).not.toBeInTheDocument()
  const unknown = { totalItems: null, secondsLeft: null, leftOut: 3 }
  tell(bridge, makeExport(unknown))
  await expect.element(page.getByText('30,000 guests so far')).toBeVisible()
  await expect.element(bar()).not.toHaveAttribute('value')
  await expect.element(page.getByText(/^3 guests couldn’t be read/)).toBeVisible()
})

test('it is paused, goes on, and is cancelled', async () => {
  const bridge = await open(makeExport())
  bridge.answers['guests.exportState'] = makeExport({ state: 'paused', itemsPerSecond: null })
  await button('Pause').click()
  await expect.element(page.getByText('Paused', { exact: true })).toBeVisible()
  bridge.answers['guests.exportState'] = makeExport()
  await button('Resume').click()
  await expect.element(page.getByText('Exporting')).toBeVisible()
  bridge.answers['guests.exportState'] = makeExport({ state: 'cancelled' })
  await button('Cancel and delete file').click()
  await expect.element(page.getByText('Cancelled', { exact: true })).toBeVisible()
  await expect.element(button('Export again')).toBeVisible()
  await expect.element(save()).not.toBeInTheDocument()
  expect(bridge.asked('jobs.steer')).toEqual(
    ['pause', 'resume', 'cancel'].map((how) => ({ jobId: 'exp-1', how })),
  )
})

test('while the connection is down it waits; when stopped it says why, keeps its progress, and continues on request', async () => {
  const bridge = await open(makeExport({ state: 'waiting', error: { code: 'unreachable' } }))
  await expect
    .element(
      page.getByText(
        'No answer. Check the connection and try again. The export continues automatically. What was exported so far is kept.',
      ),
    )
    .toBeVisible()
  const error = { code: 'storage', detail: 'ENOSPC' } as const
  tell(bridge, makeExport({ state: 'stopped', error }))
  await expect
    .element(page.getByText(/The export stopped\. What was exported so far is kept\.$/))
    .toBeVisible()
  await expect.element(page.getByText('ENOSPC')).toBeInTheDocument()
  await save().click()
  expect(bridge.savedExports).toEqual(['exp-1.csv'])
  bridge.answers['guests.exportState'] = makeExport()
  await button('Resume').click()
  await expect.element(page.getByText('Exporting')).toBeVisible()
})

test('a finished one is fetched by a browser, or lies where it was chosen to', async () => {
  const done = makeExport({ state: 'done', items: 100_000, secondsLeft: null })
  const bridge = await open(done)
  await save().click()
  expect(bridge.savedExports).toEqual(['exp-1.csv'])
  bridge.hasExport = false
  await save().click()
  const dialog = page.getByRole('dialog', { name: 'Export and delete' })
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  // Another screen has started an export.
  const chosen = makeExport({ ...done.job, id: 'exp-2' }, '/home/ana/guests.csv')
  tell(bridge, chosen)
  await expect.element(page.getByText('File: /home/ana/guests.csv')).toBeVisible()
  await expect.element(save()).not.toBeInTheDocument()
})

test('without a file nothing starts; an error of the host is shown', async () => {
  const bridge = await open()
  bridge.chosenFile = null
  await button('Export all guests').click()
  expect(bridge.askedForFile).toHaveLength(1)
  expect(bridge.asked('guests.export')).toEqual([])
  bridge.chosenFile = { path: '/home/ana/guests.csv' }
  bridge.refusals = { 'guests.export': { code: 'storage', detail: 'ENOSPC' } }
  await button('Export all guests').click()
  await expect.poll(() => bridge.asked('guests.export')).toEqual([{ path: '/home/ana/guests.csv' }])
  await expect.element(page.getByText(/^Couldn’t save/)).toBeVisible()
  await expect.element(bar()).not.toBeInTheDocument()
})

test('all guests are forgotten after a second yes only, and the export with them', async () => {
  const bridge = await open(makeExport({ state: 'done' }))
  await button('Delete all guest data').click()
  await expect.element(page.getByText(/^This can’t be undone/)).toBeVisible()
  await button('No, keep it').click()
  await expect.element(page.getByText(/^This can’t be undone/)).not.toBeInTheDocument()
  expect(bridge.asked('guests.purge')).toEqual([])
  bridge.answers['guests.purge'] = { forgotten: 2 }
  bridge.answers['guests.exportState'] = null
  await button('Delete all guest data').click()
  await button('Yes, delete all').click()
  await expect.element(page.getByText('Data of 2 guests deleted')).toBeVisible()
  expect(bridge.asked('guests.purge')).toEqual([{}])
  changeForgottenGuests(bridge)
  await expect.element(save()).not.toBeInTheDocument()
  await expect.element(button('Export all guests')).toBeVisible()
})
