import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { languages } from '#contract/shared/languages.ts'
import { findMisfits } from '../../test-support/misfits.ts'
import {
  changePreparation,
  closeStore,
  deliveryOf,
  inMinutes,
  makePreparation,
  openStore,
} from '../../test-support/open-store.ts'
import { makeTicket } from '../../test-support/sample-ticket.ts'
import { screenSizes } from '../../test-support/screen-sizes.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(closeStore)

const entry = () => page.getByRole('button', { name: /^Prep time/ })
const popover = () => page.getByRole('dialog', { name: 'Preparation time' })
const value = () => popover().getByRole('status').first()

test('it is in sight on the wall of a counter, and tells how far the platform is', async () => {
  const bridge = await openStore({ address: '/', role: 'counter' })
  await expect.element(entry()).toHaveAccessibleName('Prep time, 25 min')
  await expect.element(entry()).toBeInViewport({ ratio: 1 })
  changePreparation(bridge, makePreparation({ minutes: 40, delivery: deliveryOf('sending') }))
  await expect.element(entry()).toHaveAccessibleName('Prep time, 40 min, Sending')
  changePreparation(bridge, makePreparation({ minutes: 40, delivery: deliveryOf('unknown') }))
  await expect.element(entry()).toHaveAccessibleName('Prep time, 40 min, Unconfirmed')
})

test('a kitchen screen has none, and asks for nothing', async () => {
  const bridge = await openStore({ address: '/stock', role: 'kitchen' })
  await expect.element(page.getByRole('link', { name: /^86/ })).toBeVisible()
  await expect.poll(() => bridge.asked('deliveries.pending').length).toBeGreaterThan(0)
  await expect.element(entry()).not.toBeInTheDocument()
  expect(bridge.asked('preparationTime.get')).toEqual([])
})

test('the keyboard alone opens it, changes the time and closes it; no ticket is bumped', async () => {
  const bridge = await openStore({ address: '/' })
  bridge.change([makeTicket({ id: 'order 1', code: '1001' })])
  await expect.element(page.getByRole('article', { name: '1001' })).toBeVisible()
  await expect.element(entry()).toBeVisible()
  const opener = entry().element()
  if (opener instanceof HTMLElement) opener.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(popover()).toHaveFocus()
  await userEvent.keyboard('1')
  await userEvent.keyboard('{Tab}{Tab}{Tab}')
  await expect.element(popover().getByRole('button', { name: '5 minutes more' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => bridge.asked('preparationTime.set')).toMatchObject([{ minutes: 30 }])
  await userEvent.keyboard('{Escape}')
  await expect.element(popover()).not.toBeInTheDocument()
  await expect.element(entry()).toHaveFocus()
  expect(bridge.asked('tickets.markReady')).toEqual([])
  await userEvent.keyboard('1')
  await expect.poll(() => bridge.asked('tickets.markReady')).toHaveLength(1)
})

test('another screen’s change shows while it is open', async () => {
  const bridge = await openStore({ address: '/coupons', role: 'counter' })
  await entry().click()
  await expect.element(value()).toHaveTextContent('25 min')
  changePreparation(
    bridge,
    makePreparation({ minutes: 60, backAt: inMinutes(30), delivery: deliveryOf('queued') }),
  )
  await expect.element(value()).toHaveTextContent('60 min')
  await expect.element(popover().getByText('Waiting to be sent')).toBeVisible()
  await expect.element(popover().getByText(/^Goes back to 25 min at/)).toBeVisible()
  await popover().getByRole('link', { name: 'Store' }).click()
  await expect.element(popover()).not.toBeInTheDocument()
  await expect.element(page.getByRole('region', { name: 'Pause orders' })).toBeVisible()
})

test('where the navigation hides, it opens beside it, and its buttons leave it open', async () => {
  const bridge = await openStore({ address: '/', navigation: 'corner' })
  await page.getByRole('button', { name: /^Navigation/ }).click()
  await entry().click()
  await popover().getByRole('button', { name: '5 minutes more' }).click()
  await expect.poll(() => bridge.asked('preparationTime.set')).toHaveLength(1)
  await expect.element(popover()).toBeVisible()
  await expect.element(entry()).toBeVisible()
})

test.for(languages)(
  'in %s it fits on every screen, with targets for a finger',
  async (language) => {
    await openStore({
      address: '/coupons',
      language,
      answers: {
        'preparationTime.get': makePreparation({ minutes: 120, usualMinutes: 100 }),
        'preparationTime.suggestion': {
          minutes: 240,
          openTickets: 120,
          openDishes: 240,
          bestHalfHour: 22,
          typicalMinutes: 35,
        },
      },
    })
    const opener = page.getByRole('button', { name: /, 120 min$/ })
    await expect.element(opener).toBeVisible()
    for (const [width, height] of screenSizes) {
      await page.viewport(width, height)
      await expect.element(opener).toBeInViewport({ ratio: 1 })
      const box = opener.element().getBoundingClientRect()
      expect(Math.min(box.width, box.height), `${String(width)} wide`).toBeGreaterThanOrEqual(48)
      await opener.click()
      const shown = document.querySelector<HTMLElement>('[role=dialog][popover]')
      await expect.element(shown).toBeInViewport({ ratio: 1 })
      expect(shown && findMisfits(shown), `${String(width)} wide`).toEqual([])
      await userEvent.keyboard('{Escape}')
    }
  },
)
