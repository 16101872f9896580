import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  changePause,
  closeStore,
  deliveryOf,
  inMinutes,
  makePause,
  openStore,
} from '../../test-support/open-store.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(closeStore)

const banner = () => page.getByRole('complementary')
/** Just asked, however slow the test is. */
const soon = { since: inMinutes(60) }
const open = () => banner().getByRole('button', { name: 'Open now' })

test('it is above every room of every role; only the counter and the manager open again', async () => {
  await openStore({ address: '/stock', role: 'kitchen', pause: makePause() })
  await expect.element(banner()).toMatchTextContent(/^Orders are paused until .*1[45] min left$/)
  await expect.element(open()).not.toBeInTheDocument()
  closeStore()
  const counter = await openStore({ address: '/coupons', role: 'counter', pause: makePause() })
  await open().click()
  expect(counter.asked('storeHours.open')).toHaveLength(1)
  changePause(counter, makePause({ until: null, delivery: deliveryOf('queued', soon) }))
  await expect.element(banner()).toMatchTextContent(/^Opening again…/)
  await expect.element(open()).not.toBeInTheDocument()
  changePause(counter, null)
  await expect.element(banner()).not.toBeInTheDocument()
})

test('a pause that waits for the platform says loudly that orders may still arrive', async () => {
  const bridge = await openStore({
    address: '/',
    pause: makePause({ delivery: deliveryOf('queued', soon) }),
  })
  await expect.element(banner()).toMatchTextContent(/^Pausing orders…/)
  changePause(bridge, makePause())
  await expect.element(banner()).toMatchTextContent(/^Orders are paused until/)
  changePause(bridge, makePause({ delivery: deliveryOf('queued') }))
  await expect
    .element(banner())
    .toMatchTextContent(/^The pause isn’t sent yet Orders may still arrive\./)
  // It stays loud over the attempts, until the platform has answered.
  changePause(bridge, makePause({ delivery: deliveryOf('sending', soon) }))
  await expect.element(banner()).toMatchTextContent(/^The pause isn’t confirmed yet/)
  changePause(bridge, makePause())
  await expect.element(banner()).toMatchTextContent(/^Orders are paused until/)
})

test('a pause that failed leads to the room where it is decided', async () => {
  await openStore({ address: '/', pause: makePause({ delivery: deliveryOf('refused') }) })
  await expect
    .element(banner())
    .toMatchTextContent(/^The pause didn’t work Orders may still arrive\./)
  await banner().getByRole('link', { name: 'Decide' }).click()
  await expect.element(page.getByRole('region', { name: 'Pause orders' })).toBeVisible()
})

test('its states are equally high, so that tickets move only when it comes and goes', async () => {
  const bridge = await openStore({ address: '/', pause: makePause() })
  for (const width of [1280, 390]) {
    await page.viewport(width, 800)
    const heights = new Set<number>()
    for (const pause of [
      makePause(),
      makePause({ delivery: null }),
      makePause({ delivery: deliveryOf('refused') }),
      makePause({ delivery: deliveryOf('queued') }),
      makePause({ until: null, delivery: deliveryOf('unknown') }),
      makePause({ until: null, delivery: deliveryOf('sending') }),
    ]) {
      changePause(bridge, pause)
      await expect.element(banner()).toBeVisible()
      heights.add(banner().element().getBoundingClientRect().height)
    }
    expect([...heights], `${String(width)} wide`).toHaveLength(1)
  }
})
