import { expect, type Store } from './store.ts'

/** Seven orders, a bump that the platform rejects, and an event that can't be read. */
export async function fillStore({ practice, page, post, call }: Store): Promise<void> {
  practice.startRush({ ordersPerMinute: 60, openWith: 7, maxOpen: 7 })
  await expect(page.getByRole('article').nth(4)).toBeVisible()
  practice.stopRush()
  practice.misbehave({ path: 'preparation-ready', kind: 'status', status: 400 })
  const ticketId = await page.getByRole('article').first().getAttribute('data-ticket')
  await call('tickets.markReady', { ticketId: ticketId ?? '', tapId: 'tap' })
  await post({ type: 'ecommerce.order.created', eventId: 'odd', date: 'soon', data: {} })
  await practice.eventsSettled()
}
