import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../test-support/expect-accessible.ts'
import {
  closeGuests,
  makeGuest,
  makeGuestList,
  makeRow,
  makeTonight,
  openGuests,
} from '../test-support/open-guests.ts'

beforeEach(() => page.viewport(1024, 768))
afterEach(closeGuests)

const row = (name: RegExp) => page.getByRole('link', { name })
const others = [
  makeRow({ clientId: 'cli-2', name: 'Luis Soto', marketingEmails: false, pointsBalance: 0 }),
  makeRow({ clientId: 'cli-3', name: null, email: null, lastOrder: null, ordersCount: 0 }),
]

test('tonight is accessible', async () => {
  const bridge = await openGuests({ isOnTonight: true })
  const eva = makeTonight({ reservationId: 'res-2', clientId: null, name: 'Eva', allergies: '' })
  bridge.answers['guests.tonight'] = { day: '2026-11-20', guests: [makeTonight(), eva] }
  bridge.notify({ type: 'guests.changed' })
  await expectAccessible(page.getByText('Eva'))
})

test('the list of guests is accessible, and leads to a guest who is accessible too', async () => {
  const bridge = await openGuests({
    guest: makeGuest({ allergies: 'Maní', unread: ['birthday'], tags: ['vip'], note: 'Mesa 7' }),
    list: makeGuestList([makeRow({ tags: ['vip', 'allergy'], noShows: 1 }), ...others], {
      hasMore: true,
      total: 120,
      sorted: 'page',
    }),
  })
  await expectAccessible(row(/Ana/))
  await page.getByRole('searchbox').fill('ana')
  await expect
    .poll(() => bridge.asked('guests.list').at(-1))
    .toMatchObject({ text: 'ana', page: 1 })
  await row(/Ana/).click()
  await expectAccessible(page.getByRole('table', { name: /Points history/ }))
})
