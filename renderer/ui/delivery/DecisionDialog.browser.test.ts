import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defineComponent, h } from 'vue'
import type { DeliveryChoice, PendingDecision } from '#contract/deliveries/delivery.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import DecisionDialog from './DecisionDialog.vue'

afterEach(unmountComponent)

const since = '2026-11-20T15:30:00.000Z'
const bumpOf = (code: string, choices: DeliveryChoice[], message: string): PendingDecision => ({
  kind: 'preparation-ready',
  subject: code,
  title: code,
  about: {},
  delivery: { state: 'refused', since, choices, message },
  createdAt: since,
})

test('many entries offer only the choices that all of them have, and show every message', async () => {
  const emitted: unknown[] = []
  const entries = [
    bumpOf('1001', ['retry', 'mark-done'], 'closed'),
    bumpOf('1002', ['mark-done'], 'unknown order'),
  ] as const
  await mountComponent(
    defineComponent(
      () => () =>
        h(DecisionDialog, {
          entries,
          onDecide: (choice: DeliveryChoice) => emitted.push(choice),
          onClose: () => emitted.push('close'),
        }),
    ),
  )
  const dialog = page.getByRole('dialog', { name: 'Decide for all 2' })
  await expect.element(dialog.getByText('1001, 1002')).toBeVisible()
  await expect.element(dialog.getByText('closed · unknown order')).toBeInTheDocument()
  const done = dialog.getByRole('button', { name: 'Mark all 2 as done' })
  await expect.element(done).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: /again/ })).not.toBeInTheDocument()
  await done.click()
  expect(emitted).toEqual(['mark-done', 'close'])
})
