import { h } from 'vue'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ChannelOrder } from '#contract/channel-orders.ts'
import type { Delivery, DeliveryChoice } from '#contract/deliveries/delivery.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountPart, unmountPart } from '../../test-support/mount-part.ts'
import ChannelOrderRow from './ChannelOrderRow.vue'

afterEach(unmountPart)

const orderThat = (delivery: Omit<Delivery, 'since'>): ChannelOrder => ({
  subject: '["channel","web-1"]',
  integrationOrderId: 'web-1',
  delivery: { ...delivery, since: '2026-11-20T12:00:00.000Z' },
  tabId: null,
  askedAt: '2026-11-20T12:00:00.000Z',
  askedOn: 'Front',
  ticketId: null,
  code: null,
})

async function show(order: ChannelOrder): Promise<FakeBridge> {
  const bridge = new FakeBridge()
  bridge.answers['deliveries.decide'] = 1
  await mountPart({ render: () => h(ChannelOrderRow, { order }) }, bridge)
  return bridge
}

const choices = ['retry', 'mark-done', 'dismiss'] as const
const message = '400 no'

test.each<[string, Omit<Delivery, 'since'>, string, string[]]>([
  [
    'that waits',
    { state: 'queued', message, choices: ['dismiss'] },
    'Waits to be sent',
    ['Do not send it', 'Details'],
  ],
  ['on the wire', { state: 'sending' }, 'Being sent', []],
  ['that is complete', { state: 'confirmed' }, 'Complete', []],
  [
    'that a person called complete',
    { state: 'confirmed', reason: 'by-person', message },
    'Complete, by a person’s word',
    [],
  ],
  [
    'without an answer',
    { state: 'unknown', choices },
    'Not known: it was sent, and no answer came. Look in the till, then say what is so.',
    ['It is complete', 'Send again', 'Let it be'],
  ],
  [
    'that was refused',
    { state: 'refused', message, choices },
    'The sales channel refused it',
    ['Send again', 'Let it be', 'Details'],
  ],
  ['that was let be', { state: 'withdrawn', reason: 'by-person', message }, 'Let be', []],
])('an order %s says so, and what can be done', async (_what, delivery, words, buttons) => {
  await show(orderThat(delivery))
  await expect.element(page.getByText(words, { exact: true })).toBeVisible()
  const offered = [...document.querySelectorAll('button, summary')]
  expect(offered.map((each) => each.textContent.trim()).toSorted()).toEqual(buttons.toSorted())
})

test.each<[string, DeliveryChoice]>([
  ['It is complete', 'mark-done'],
  ['Send again', 'retry'],
  ['Let it be', 'dismiss'],
])('%s', async (name, choice) => {
  const order = orderThat({ state: 'unknown', choices })
  const bridge = await show(order)
  await page.getByRole('button', { name }).click()
  const entries = [{ kind: 'complete-order', subject: order.subject }]
  expect(bridge.asked('deliveries.decide')).toEqual([{ entries, choice }])
})
