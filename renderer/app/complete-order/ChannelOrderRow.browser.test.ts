import { h } from 'vue'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ChannelOrder } from '#contract/channel-orders/channel-orders.ts'
import type { Delivery, DeliveryChoice } from '#contract/deliveries/delivery.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import ChannelOrderRow from './ChannelOrderRow.vue'

afterEach(unmountComponent)

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

async function show(order: ChannelOrder): Promise<void> {
  await mountComponent(
    {
      render: () =>
        h(ChannelOrderRow, {
          order,
          onDecide: (choice: DeliveryChoice) => void decided.push(choice),
        }),
    },
    new FakeBridge(),
  )
}

const choices = ['retry', 'mark-done', 'dismiss'] as const
const message = '400 no'

const decided: DeliveryChoice[] = []

test.each<[string, Omit<Delivery, 'since'>, string, string[]]>([
  [
    'that waits',
    { state: 'queued', message, choices: ['dismiss'] },
    'Waiting to be sent',
    ['Don’t send'],
  ],
  ['on the wire', { state: 'sending' }, 'Sending', []],
  ['that is complete', { state: 'confirmed' }, 'Confirmed', []],
  [
    'that a person called complete',
    { state: 'confirmed', reason: 'by-person', message },
    'Marked as done',
    [],
  ],
  [
    'without an answer',
    { state: 'unknown', choices },
    'This was sent, but there was no answer. Check the order in your point of sale, then choose.',
    ['Mark as complete', 'Send again', 'Discard'],
  ],
  [
    'that was refused',
    { state: 'refused', message, choices },
    'The delivery app wouldn’t complete the order',
    ['Mark as complete', 'Send again', 'Discard', 'Details'],
  ],
  ['that was let be', { state: 'withdrawn', reason: 'by-person', message }, 'Discarded', []],
])('an order %s says so, and what can be done', async (_what, delivery, text, buttons) => {
  await show(orderThat(delivery))
  await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  const offered = [...document.querySelectorAll('button, summary')]
  expect(offered.map((each) => each.textContent.trim()).toSorted()).toEqual(buttons.toSorted())
})

test.each<[string, DeliveryChoice]>([
  ['Mark as complete', 'mark-done'],
  ['Send again', 'retry'],
  ['Discard', 'dismiss'],
])('%s', async (name, choice) => {
  decided.length = 0
  await show(orderThat({ state: 'unknown', choices }))
  await page.getByRole('button', { name }).click()
  expect(decided).toEqual([choice])
})
