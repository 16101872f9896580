import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { StatusOrder } from '#contract/order-status/order-status.ts'
import { expectAccessible } from '../test-support/expect-accessible.ts'
import { openApp } from '../test-support/open-app.ts'
import { sampleScreens } from '../test-support/sample-screens.ts'

beforeEach(() => page.viewport(1024, 768))

const order = (code: string, name: string | null = null): StatusOrder => ({
  ...{ id: `order ${code}`, code, name },
  since: '2025-03-01T12:00:00.000Z',
})
const preparing = [order('1001', 'Ana'), order('1002'), order('1003', 'Luz')]
const statusOf = (ready: StatusOrder[]) => ({
  ...{ now: '2025-03-01T12:00:00.000Z', preparing, ready, more: { preparing: 2, ready: 0 } },
  ...{ store: { name: 'Nonna', timeZone: 'UTC' }, timeFormat: '24-hour' as const },
})

test('the numbers for guests are accessible, and one that becomes ready moves over', async () => {
  const screens = sampleScreens({ role: 'status', effectiveRole: 'status' }, { hasPin: true })
  const bridge = await openApp('/', {
    'screens.get': screens,
    'orderStatus.get': statusOf([order('1000', 'Bo')]),
  })
  const ready = page.getByRole('region', { name: 'Ready' })
  await expectAccessible(ready.getByText('1000'))
  bridge.answers['orderStatus.get'] = statusOf([order('1004'), order('1000', 'Bo')])
  bridge.notify({ type: 'orderStatus.changed' })
  await expect.element(ready.getByText('1004')).toBeVisible()
  const marked = () => [...document.querySelectorAll('.fresh')].map((item) => item.textContent)
  await expect.poll(marked).toEqual(['1004New'])
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: 'Manager’s PIN' })).toBeVisible()
})
