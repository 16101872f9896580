import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defaultSettings } from '#contract/settings/settings.ts'
import type { Updates, UpdateState } from '#contract/updates/updates.ts'
import { FakeBridge, quietStatus } from '../../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { sampleScreens } from '../../test-support/sample-screens.ts'
import { useHelpRequest } from '../../state/requests/help-request.ts'
import { useSettings } from '../../state/settings.ts'
import UpdatesPanel from './UpdatesPanel.vue'

afterEach(unmountComponent)

const changed = { type: 'updates.changed' } as const
const version = '1.2.0'
const sample = (state: UpdateState, more: Partial<Updates> = {}): Updates => ({
  version: '1.1.0',
  way: 'installs',
  state,
  checkedAt: null,
  notInstalled: null,
  isOverdue: false,
  ...more,
})
const ready = (more: Partial<Extract<UpdateState, { is: 'ready' }>> = {}): UpdateState => ({
  is: 'ready',
  version,
  wait: 'next-start',
  openTickets: 0,
  ...more,
})

async function open(updates: Updates): Promise<FakeBridge> {
  const bridge = new FakeBridge()
  bridge.status = quietStatus()
  bridge.answers['screens.get'] = sampleScreens({}, {})
  bridge.answers['updates.get'] = updates
  bridge.answers['updates.check'] = null
  bridge.answers['updates.download'] = null
  bridge.answers['updates.seen'] = null
  await mountComponent(UpdatesPanel, bridge)
  return bridge
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const text = (content: string | RegExp) => page.getByText(content)

test('says the version, what is new and how updates work', async () => {
  await open(sample({ is: 'newest' }, { checkedAt: new Date().toISOString() }))
  await expect.element(text('Version 1.1.0')).toBeVisible()
  await expect.element(text('This is the newest version')).toBeVisible()
  await expect.element(text(/^Last checked/)).toBeVisible()
  await button('What changed').click()
  expect(useHelpRequest().page).toBe('CHANGELOG')
  await button('How updates work').click()
  expect(useHelpRequest().page).toBe('it/updates')
})

test('somebody looks for updates, and it shows that it works', async () => {
  const bridge = await open(sample({ is: 'never' }))
  const hold = bridge.hold('updates.check')
  await button('Look for updates').click()
  await expect.element(text('Looking for updates…')).toBeVisible()
  expect(button('Look for updates').elements()).toEqual([])
  bridge.answers['updates.get'] = sample({ is: 'found', version })
  bridge.notify(changed)
  await hold.answerAll(null)
  await expect.element(text('Version 1.2.0 is available')).toBeVisible()
  await button('Download').click()
  await expect.poll(() => bridge.asked('updates.download')).toEqual([{}])
  bridge.answers['updates.get'] = sample({ is: 'downloading', version, percent: 40 })
  bridge.notify(changed)
  await expect.element(text('Downloading version 1.2.0: 40 %')).toBeVisible()
  expect(document.querySelector('progress')?.value).toBe(40)
  expect(button('Look for updates').elements()).toEqual([])
})

test.for<[UpdateState, RegExp]>([
  [ready(), /within ten minutes of the next start/],
  [ready({ wait: 'set-time' }), /^It is installed at 03:15, if no ticket is open\.$/],
  [ready({ wait: 'changes-unsent' }), /once all changes are sent/],
  [ready({ wait: 'orders-unknown' }), /once Kitchen Pass knows that there are no new orders/],
  [ready({ wait: 'busy' }), /once nothing has happened for a minute/],
  [ready({ wait: null }), /restarts with it in a moment/],
])('an update that is ready says when it is installed: %o', async ([state, when]) => {
  await open(sample(state))
  useSettings().take({ ...defaultSettings, updateTime: '03:15' })
  await expect.element(text(when)).toBeVisible()
  await expect.element(button('Install now')).toBeVisible()
})

test('while tickets are open nothing can be installed, and it says so', async () => {
  await open(sample(ready({ wait: 'set-time', openTickets: 2 })))
  await expect.element(text(/^2 tickets are open\. Nothing is installed/)).toBeVisible()
  expect(button('Install now').elements()).toEqual([])
})

test('a manager installs after a question, and hears of a ticket that came meanwhile', async () => {
  const bridge = await open(sample(ready()))
  bridge.answers['updates.install'] = 'tickets-open'
  const dialog = page.getByRole('dialog', { name: 'Install version 1.2.0 now?' })
  await button('Install now').click()
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(bridge.asked('updates.install')).toEqual([])
  await button('Install now').click()
  await dialog.getByRole('button', { name: 'Install now' }).click()
  await expect.poll(() => bridge.asked('updates.install')).toEqual([{}])
  await expect.element(dialog).not.toBeInTheDocument()
  bridge.answers['updates.get'] = sample({ is: 'installing', version })
  bridge.notify(changed)
  await expect.element(text(/^Installing version 1\.2\.0\./)).toBeVisible()
})

test.for([
  ['not-signed', /isn’t signed by the maker/],
  ['unreachable', /Check the internet connection/],
  ['no-room', /The disk is full/],
  ['damaged', /arrived damaged/],
  ['not-started', /This version continues to work/],
  ['unreadable', /sign-in page/],
  ['unknown', /The log has the reason/],
] as const)('a failure says what to do, and can be tried again: %s', async ([fault, sentence]) => {
  const bridge = await open(sample({ is: 'failed', version, fault }))
  await expect.element(page.getByRole('alert')).toMatchTextContent(sentence)
  await button('Try again').click()
  await expect.poll(() => bridge.asked('updates.check')).toEqual([{}])
})

test('what was not installed is said until somebody has read it', async () => {
  const bridge = await open(sample({ is: 'gave-up', version }, { notInstalled: version }))
  await expect.element(text(/^Version 1\.2\.0 was not installed\./)).toBeVisible()
  await expect.element(text('Version 1.2.0 couldn’t be installed')).toBeVisible()
  await button('Got it').click()
  await expect.poll(() => bridge.asked('updates.seen')).toEqual([{}])
  bridge.answers['updates.get'] = sample({ is: 'gave-up', version })
  bridge.notify(changed)
  await expect.element(text(/was not installed/)).not.toBeInTheDocument()
})

test('where it doesn’t update itself, it says who does', async () => {
  const bridge = await open(sample({ is: 'never' }, { way: 'by-hand' }))
  await expect.element(text(/Whoever installed Kitchen Pass/)).toBeVisible()
  expect(button('Look for updates').elements()).toEqual([])
  bridge.answers['updates.get'] = sample({ is: 'found', version }, { way: 'tells' })
  bridge.notify(changed)
  await expect.element(text(/^Ask IT to install it\./)).toBeVisible()
  expect(button('Download').elements()).toEqual([])
})
