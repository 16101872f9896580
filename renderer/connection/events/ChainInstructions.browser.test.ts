import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ConnectionView } from '#contract/connection/connection.ts'
import type { ReceivedInstruction } from '#contract/instructions/instructions.ts'
import { defaultSettings } from '#contract/settings/settings.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { openConnection } from '../../test-support/open-connection.ts'
import { makeInstruction } from '../../test-support/sample-instruction.ts'
import ChainInstructions from './ChainInstructions.vue'

beforeEach(() => page.viewport(1024, 768))
afterEach(unmountComponent)

const relay: ConnectionView['relay'] = {
  storeName: 'Colón',
  websiteId: 'site-1',
  servers: ['relay.example.com'],
}
const allow = () => page.getByRole('switch', { name: 'The chain may change this store' })
const list = () => page.getByRole('region', { name: 'Changes from the chain' })

async function openList(instructions: ReceivedInstruction[]) {
  const bridge = await openConnection({ relay })
  bridge.answers['instructions.list'] = instructions
  bridge.notify({ type: 'instructions.changed' })
  return bridge
}

test('the switch changes the setting', async () => {
  const bridge = await openConnection({ relay })
  await expect.element(allow()).toBeChecked()
  await expect.element(page.getByText(/^It can mark items as sold out/)).toBeVisible()
  bridge.answers['settings.change'] = { ...defaultSettings, chainInstructions: false }
  await allow().click()
  await expect.element(allow()).not.toBeChecked()
  expect(bridge.asked('settings.change')).toEqual([{ chainInstructions: false }])
})

test('sales are shared only once somebody turns it on', async () => {
  const bridge = await openConnection({ relay })
  const share = page.getByRole('switch', { name: /^Share today’s sales and covers/ })
  await expect.element(share).not.toBeChecked()
  bridge.answers['settings.change'] = { ...defaultSettings, chainFigures: true }
  await share.click()
  await expect.element(share).toBeChecked()
  expect(bridge.asked('settings.change')).toEqual([{ chainFigures: true }])
})

test('a change that the host refuses is said, and the switch stays', async () => {
  const bridge = await openConnection({ relay })
  bridge.refusals['settings.change'] = { code: 'storage' }
  await allow().click()
  await expect.element(page.getByRole('alert').getByText(/disk/).first()).toBeVisible()
  await expect.element(allow()).toBeChecked()
})

test('what a setup file set can’t be changed', async () => {
  const bridge = await openConnection({ relay })
  bridge.answers['profiles.get'] = {
    ...{ locked: true, settings: ['chainInstructions'], screens: [], printers: [] },
    keyMenuPath: null,
  }
  bridge.notify({ type: 'host.replaced' })
  await expect.element(allow()).toBeDisabled()
  await expect
    .element(page.getByText('A setup file sets this. It can’t be changed here.'))
    .toBeVisible()
})

test('without a relay there is neither the switch nor the list', async () => {
  const bridge = await openConnection()
  await page.getByRole('radio', { name: /chain’s relay$/ }).click()
  await expect.element(page.getByText(/^Your chain’s relay stores/)).toBeVisible()
  await expect.element(allow()).not.toBeInTheDocument()
  await expect.element(list()).not.toBeInTheDocument()
  expect(bridge.asked('settings.change')).toEqual([])
})

test('a chain that has sent nothing, and then something', async () => {
  const bridge = await openConnection({ relay })
  await expect.element(list().getByText('The chain has sent nothing yet.')).toBeVisible()
  bridge.answers['instructions.list'] = [makeInstruction()]
  bridge.notify({ type: 'instructions.changed' })
  await expect.element(list().getByText('Sold out: Salmon')).toBeVisible()
  await expect.element(list().getByText('“Recall of the supplier”')).toBeVisible()
  await expect.element(list().getByText('Alerce: Ana Rojas')).toBeVisible()
  await expect.element(list().getByRole('time')).toBeVisible()
  await expect.element(list().getByText('Done: 2 items.')).toBeVisible()
})

test('every outcome in words', async () => {
  const outcomes: [Partial<ReceivedInstruction>, string][] = [
    [{ state: 'done', items: 1 }, 'Done: 1 item.'],
    [
      { state: 'partly', items: 2, missing: ['Tuna'] },
      'Partly done: 2 items. Not found here: Tuna.',
    ],
    [{ state: 'not-found' }, 'Nothing changed: not found here.'],
    [{ state: 'refused' }, 'Nothing changed: this store doesn’t accept changes from the chain.'],
    [{ state: 'too-old' }, 'Nothing changed: it arrived too late.'],
    [{ state: 'failed' }, 'Nothing changed: it couldn’t be saved here.'],
    [{ state: 'waiting' }, 'Waiting for this store’s menu.'],
  ]
  await openList(
    outcomes.map(([some], nth) => makeInstruction({ id: String(nth), items: 0, ...some })),
  )
  for (const [, text] of outcomes) await expect.element(list().getByText(text)).toBeVisible()
})

test('ten are listed, and the others on request', async () => {
  await openList(Array.from({ length: 12 }, (_, nth) => makeInstruction({ id: String(nth) })))
  await expect.element(list().getByRole('listitem')).toHaveLength(10)
  await list().getByRole('button', { name: 'Show all 12' }).click()
  await expect.element(list().getByRole('listitem')).toHaveLength(12)
  await expect.element(list().getByRole('button')).not.toBeInTheDocument()
})

test('a list that can’t be read can be tried again', async () => {
  const bridge = new FakeBridge()
  bridge.refusals['instructions.list'] = { code: 'storage' }
  await mountComponent(ChainInstructions, bridge)
  const again = list().getByRole('button', { name: 'Try again' })
  await expect.element(again).toBeVisible()
  await expect.element(list().getByText(/^The chain has sent/)).not.toBeInTheDocument()
  delete bridge.refusals['instructions.list']
  bridge.answers['instructions.list'] = [makeInstruction()]
  await again.click()
  await expect.element(list().getByText('Sold out: Salmon')).toBeVisible()
  await expect.element(again).not.toBeInTheDocument()
})

test('the list while it is loading', async () => {
  const bridge = new FakeBridge()
  const hold = bridge.hold('instructions.list')
  await mountComponent(ChainInstructions, bridge)
  await expect.element(list().getByText('Loading the changes…')).toBeVisible()
  await hold.answerAll([])
  await expect.element(list().getByText('The chain has sent nothing yet.')).toBeVisible()
})
