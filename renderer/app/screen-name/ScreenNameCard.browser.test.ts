import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Screens } from '#contract/screens/screens.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { closeWall, openWall, ticketsUpTo } from '../../test-support/open-wall.ts'
import { bar, grill, listOf } from '../../test-support/open-stations.ts'
import { sampleScreens } from '../../test-support/sample-screens.ts'

beforeEach(async () => {
  await page.viewport(1280, 800)
  location.hash = '#/'
})
afterEach(closeWall)

const card = page.getByRole('region', { name: 'What is this screen called?' })
const form = page.getByRole('dialog', { name: 'What is this screen called?' })
/** Opens the form from the line. */
const answer = () => card.getByRole('button', { name: 'Name it' }).click()
const several = (own: Partial<Screens['own']> = {}): Screens =>
  sampleScreens(own, { hasPin: true, otherNames: ['Kitchen', ''] })

async function open(screens: Screens, change: (bridge: FakeBridge) => void = () => undefined) {
  const bridge = new FakeBridge(ticketsUpTo(3))
  bridge.answers['screens.get'] = screens
  bridge.answers['screens.rename'] = null
  bridge.answers['screens.assign'] = null
  change(bridge)
  await openWall(bridge)
  return bridge
}
/** What loads later has loaded, so what isn't there won't come. */
async function settle(bridge: FakeBridge): Promise<void> {
  await expect.poll(() => bridge.asked('deliveries.pending')).not.toEqual([])
  await new Promise((done) => requestAnimationFrame(done))
}

test('a cook gives the screen a free name; its role is only shown', async () => {
  const bridge = await open(several({ effectiveRole: 'kitchen' }))
  await answer()
  await expect.element(form).toMatchTextContent(/Role: Kitchen/)
  expect(form.getByRole('radio').elements()).toEqual([])
  await form.getByRole('textbox').fill('kitchen')
  await expect.element(form).toMatchTextContent(/There is already a screen called/)
  await form.getByRole('button', { name: 'Kitchen 2' }).click()
  await expect.element(form).not.toMatchTextContent(/There is already/)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => bridge.asked('screens.rename')).toEqual([{ name: 'Kitchen 2' }])
  await expect.element(card).not.toBeInTheDocument()
})

test('a manager chooses the role as well, and the suggestions follow it', async () => {
  const bridge = await open(several())
  await answer()
  await form.getByText('Counter', { exact: true }).last().click()
  await form.getByRole('button', { name: 'Bar' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => bridge.asked('screens.assign'))
    .toEqual([{ screenId: 'grill', name: 'Bar', role: 'counter' }])
})

test('a screen that is called as a station shows it, which is said; another can be picked', async () => {
  const withStations = (bridge: FakeBridge) => {
    bridge.answers['stations.get'] = listOf([grill, bar])
    bridge.answers['stations.show'] = null
  }
  const bridge = await open(several(), withStations)
  await answer()
  await form.getByRole('button', { name: 'Bar' }).first().click()
  await expect.element(form.getByRole('textbox')).toHaveValue('Bar')
  await form.getByRole('textbox').fill('grill')
  const field = form.getByRole('group', { name: 'Station' })
  const choice = (name: string) => field.getByRole('button', { name })
  await expect.element(choice('Grill')).toHaveAttribute('aria-pressed', 'true')
  await expect.element(form.getByText(/^Chosen because the screen is called that/)).toBeVisible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => bridge.asked('stations.show')).toEqual([{ stations: ['s1'] }])
  closeWall()
  const other = await open(several(), withStations)
  await answer()
  await form.getByRole('textbox').fill('Grill')
  await choice('Bar').click()
  await choice('Grill').click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => other.asked('stations.show')).toEqual([{ stations: ['s2'] }])
})

test('a name that could not be stored stays typed', async () => {
  const bridge = await open(several({ effectiveRole: 'kitchen' }), (host) => {
    host.refusals['screens.rename'] = { code: 'storage' }
  })
  await answer()
  await form.getByRole('textbox').fill('Grill')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => bridge.asked('screens.rename')).toHaveLength(1)
  await expect.element(form.getByRole('textbox')).toHaveValue('Grill')
})

test('“Not now” closes it until the next start, and after three times it isn’t asked any more', async () => {
  const bridge = await open(several())
  await card.getByRole('button', { name: 'Not now' }).click()
  await expect.element(card).not.toBeInTheDocument()
  expect(bridge.preferences.namesDeclined).toBe(1)
  closeWall()
  const later = await open(several(), (host) => {
    host.preferences = { ...host.preferences, namesDeclined: 2 }
  })
  await card.getByRole('button', { name: 'Not now' }).click()
  expect(later.preferences.namesDeclined).toBe(3)
  closeWall()
  const never = await open(several(), (host) => {
    host.preferences = { ...host.preferences, namesDeclined: 3 }
  })
  await settle(never)
  expect(card.elements()).toEqual([])
})

test.each([
  ['the only screen', sampleScreens()],
  ['a screen with a name', several({ name: 'Grill' })],
  ['a screen that the host can’t tell from others', several({ id: '' })],
])('%s isn’t asked', async (_, screens) => {
  await settle(await open(screens))
  expect(card.elements()).toEqual([])
})

test('it closes when a manager names the screen meanwhile', async () => {
  const bridge = await open(several())
  await expect.element(card).toBeVisible()
  bridge.answers['screens.get'] = several({ name: 'Grill' })
  bridge.notify({ type: 'screens.changed' })
  await expect.element(card).not.toBeInTheDocument()
})

test('it closes when the practice store opens', async () => {
  const bridge = await open(several())
  await expect.element(card).toBeVisible()
  bridge.status = { ...bridge.status, mode: 'practice' }
  bridge.notify({ type: 'status.changed', status: bridge.status })
  await expect.element(card).not.toBeInTheDocument()
})

test('nobody is asked in the practice store', async () => {
  const bridge = await open(several(), (host) => {
    host.status = { ...host.status, mode: 'practice' }
    host.preferences = { ...host.preferences, isWelcomed: true }
  })
  await settle(bridge)
  expect(card.elements()).toEqual([])
})

test('the wall keeps its keys while the card is open', async () => {
  const bridge = await open(several())
  await expect.element(card).toBeVisible()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '1', bubbles: true }))
  await expect.poll(() => bridge.asked('tickets.markReady')).toHaveLength(1)
})

test('the question covers no ticket and no form, and nothing moves when it is answered later', async () => {
  await open(several())
  await expect.element(card).toBeVisible()
  const top = card.element().getBoundingClientRect().top
  const room = document.querySelector('[data-room]')?.getBoundingClientRect()
  expect(room?.bottom).toBeLessThanOrEqual(top)
  expect(form.elements()).toEqual([])
  await answer()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(form).not.toBeInTheDocument()
  await expect.element(card).toBeVisible()
})
