import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defaultSettings } from '#contract/settings/settings.ts'
import { eveningTickets } from '../test-support/evening-tickets.ts'
import { expectAccessible } from '../test-support/expect-accessible.ts'
import { FakeBridge } from '../test-support/fake-bridge.ts'
import { closeWall, openWall } from '../test-support/open-wall.ts'
import { sampleStations } from '../test-support/sample-stations.ts'

beforeEach(() => page.viewport(1024, 768))
afterEach(closeWall)

const card = (code: string) => page.getByRole('article', { name: code })
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('a busy kitchen is accessible, and bumps a late ticket', async () => {
  const bridge = new FakeBridge(eveningTickets())
  await openWall(bridge)
  await expectAccessible(card('1000'))
  await button('Ready 1000').click()
  await expect
    .poll(() => bridge.asked('tickets.markReady'))
    .toMatchObject([{ ticketId: 'order 0' }])
})

test('a station is accessible, and is done with its dishes', async () => {
  const bridge = new FakeBridge(eveningTickets())
  bridge.answers['stations.get'] = sampleStations({ own: ['grill'] })
  await openWall(bridge)
  await expectAccessible(card('1000'))
  await button('Done 1000').click()
  await expect
    .poll(() => bridge.asked('tickets.setDone'))
    .toMatchObject([{ ticketId: 'order 0', stations: ['grill'], done: true }])
})

test('expo is accessible, with what waits for its pick-up', async () => {
  const bridge = new FakeBridge(eveningTickets())
  bridge.answers['stations.get'] = sampleStations({ isExpo: true })
  bridge.answers['settings.get'] = { ...defaultSettings, startedStage: true }
  bridge.answers['tickets.waiting'] = eveningTickets()
    .filter(({ stage }) => stage === 'ready')
    .map((ticket) => ({ ...ticket, driver: null }))
  await openWall(bridge)
  await expectAccessible(card('1000'))
  await expect.element(button('Ready 1000')).toBeVisible()
  await expect
    .element(page.getByRole('complementary', { name: 'Waiting for pick-up' }))
    .toBeVisible()
})
