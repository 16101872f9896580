import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Role } from '#contract/shared/caller.ts'
import { expectAccessible } from '../test-support/expect-accessible.ts'
import { FakeBridge, quietStatus } from '../test-support/fake-bridge.ts'
import { openApp } from '../test-support/open-app.ts'
import { makePreparation } from '../test-support/open-store.ts'
import { ticketFor } from '../test-support/open-wall.ts'
import { makeBoard } from '../test-support/sample-board.ts'
import { sampleScreens } from '../test-support/sample-screens.ts'
import { makeBump } from '../test-support/sample-ticket.ts'

beforeEach(() => page.viewport(1024, 768))

const button = (name: string | RegExp) => page.getByRole('button', { name })
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })

/** The app of a practice store, in which a bump was rejected. */
async function open(role: Role, hasPin = false): Promise<FakeBridge> {
  const rejected = makeBump({ state: 'refused', message: '400', choices: ['retry', 'mark-done'] })
  const bridge = new FakeBridge([
    ticketFor(1),
    ticketFor(2, { stage: 'ready', bump: rejected, code: '1002' }),
  ])
  bridge.status = { ...quietStatus(), mode: 'practice' }
  bridge.preferences = { ...bridge.preferences, isWelcomed: true }
  return openApp(
    '/stock',
    {
      'screens.get': sampleScreens({ effectiveRole: role }, { hasPin }),
      'stock.board': makeBoard(),
      'preparationTime.get': makePreparation(),
      'deliveries.decide': 1,
    },
    bridge,
  )
}

test('the frame and its alerts are accessible, and an alert is decided there', async () => {
  const bridge = await open('manager')
  await expectAccessible(page.getByRole('switch').first())
  await button(/^Alerts/).click()
  await expectAccessible(dialog('Alerts'))
  await dialog('Alerts').getByRole('button', { name: 'Send again 1002' }).click()
  await expect
    .poll(() => bridge.asked('deliveries.decide'))
    .toEqual([{ entries: [{ kind: 'preparation-ready', subject: 'order 2' }], choice: 'retry' }])
})

test('the help and the search are accessible', async () => {
  await open('manager')
  await button('Help').click()
  await expectAccessible(page.getByRole('dialog'))
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await button('Search').click()
  await userEvent.keyboard('set')
  await expectAccessible(page.getByRole('dialog'))
})

test('the PIN that unlocks a screen is accessible', async () => {
  await open('counter', true)
  await button('Unlock').click()
  await expectAccessible(dialog('Manager’s PIN'))
})
