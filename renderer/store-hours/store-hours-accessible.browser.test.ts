import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../test-support/expect-accessible.ts'
import { closeHours, openHours, period } from '../test-support/open-hours.ts'

beforeEach(() => page.viewport(1024, 768))
afterEach(closeHours)

const friday = page.getByRole('group', { name: 'Friday', exact: true })

test('the week and the review of its changes are accessible, and the changes are sent', async () => {
  const bridge = await openHours()
  await expectAccessible(friday.getByRole('button', { name: /Change times/ }))
  const end = friday.getByRole('slider', { name: 'Friday: closes' })
  await expect.element(end).toBeVisible()
  ;(end.element() as HTMLElement).focus()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await page.getByRole('button', { name: 'Review changes', exact: true }).click()
  const review = page.getByRole('dialog', { name: 'Review changes' })
  await expectAccessible(review)
  await review.getByRole('button', { name: /^Send/ }).click()
  await expect.poll(() => bridge.asked('storeHours.send')).toHaveLength(1)
  expect(bridge.asked('storeHours.send')).toMatchObject([{ version: 'v1' }])
  expect(JSON.stringify(bridge.asked('storeHours.send'))).toContain(JSON.stringify(period(12, 26)))
})
