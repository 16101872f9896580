import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../test-support/expect-accessible.ts'
import {
  closeStore,
  deliveryOf,
  inMinutes,
  makePause,
  makePreparation,
  openStore,
} from '../test-support/open-store.ts'

beforeEach(() => page.viewport(1024, 768))
afterEach(closeStore)

const card = (name: string) => page.getByRole('region', { name, exact: true })

/** A busy store: a time that is not the usual one, a suggestion, and what was changed before. */
const busy = {
  'preparationTime.get': makePreparation({
    ...{ minutes: 40, backAt: inMinutes(30), delivery: deliveryOf('unknown') },
  }),
  'preparationTime.suggestion': {
    ...{ minutes: 50, openTickets: 9, openDishes: 18, bestHalfHour: 11, typicalMinutes: 12 },
  },
  'preparationTime.history': [
    {
      ...{ id: '1', at: inMinutes(-30), minutes: 40, before: 25 },
      ...{ reason: 'person' as const, screen: 'Counter', suggestion: null },
    },
  ],
  'storeHours.history': [
    { id: '2', at: inMinutes(-9), kind: 'pause' as const, until: inMinutes(6), screen: 'Counter' },
    { id: '3', at: inMinutes(-60), kind: 'hours' as const, until: null, screen: '' },
  ],
}

test('the store is accessible, and a pause is asked for once and sent', async () => {
  const bridge = await openStore({ answers: busy })
  const pause = card('Pause orders')
  await expect.element(card('Preparation time').getByRole('button', { name: /^Use/ })).toBeVisible()
  await expectAccessible(pause.getByRole('button', { name: '15 min' }))
  await pause.getByRole('button', { name: '15 min' }).click()
  await expectAccessible(page.getByRole('dialog'))
  await page.getByRole('dialog').getByRole('button', { name: 'Pause orders' }).click()
  await expect
    .poll(() => bridge.asked('storeHours.pause'))
    .toMatchObject([{ length: { kind: 'minutes', minutes: 15 } }])
})

test('a paused store is accessible with its banner', async () => {
  await openStore({ pause: makePause({ delivery: deliveryOf('refused') }), answers: busy })
  await expectAccessible(page.getByRole('complementary'))
})
