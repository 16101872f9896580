import { expect, test } from 'vitest'
import { ticketPaper } from '#domain/printers/ticket-paper.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { orderEvent } from '#test/support/order-event.ts'

const order = {
  comment: 'Sin leche, gracias',
  orderParams: { drink: 'con leche de soja' },
  items: [
    {
      _id: 'it1',
      product: { _id: 'p1', name: 'Café con leche' },
      amount: 1,
      comment: 'Leche aparte',
      modifiers: [
        { modifierId: 'm', name: 'Extra', options: [{ optionId: 'o', name: 'Más leche' }] },
      ],
    },
  ],
}

const alarmsOf = async (store: TestStore) => {
  const ticket = await store.ticket('A1')
  return [...(ticket?.items ?? []), ...(ticket?.notes ?? [])].map(
    ({ allergyWords }) => allergyWords,
  )
}

test('an own word counts on open tickets at once, on screens and on paper, until it is removed', async () => {
  const store = await openTestStore()
  const ids = { eventId: 'e', orderId: 'A1', code: '9901', date: new Date().toISOString() }
  const event = orderEvent('order-created-pickup', ids, order)
  await store.post({ ...event, websiteId: null, storeId: store.practice.storeId })
  await expect.poll(() => store.ticket('A1')).toBeDefined()
  expect(await alarmsOf(store)).toEqual([[], [], []])

  await store.call('settings.change', { allergyWords: ['LECHE'] })
  expect(await alarmsOf(store)).toEqual([['Leche'], ['leche'], ['leche']])
  await expect
    .poll(() => store.events.findLast(({ type }) => type === 'tickets.changed'))
    .toMatchObject({ tickets: [{ id: 'A1', items: [{ allergyWords: ['Leche'] }], changes: [] }] })
  const ticket = await store.ticket('A1')
  if (ticket === undefined) throw new Error('no ticket')
  const clock = { language: 'en', timeZone: 'UTC', timeFormat: '24-hour', now: Date.now() } as const
  expect(JSON.stringify(ticketPaper(ticket, clock))).toContain('Leche')
  const detail = await store.call('tickets.get', { ticketId: 'A1' })
  expect(detail).toMatchObject({ value: { ticket: { items: [{ allergyWords: ['Leche'] }] } } })

  await store.call('settings.change', { allergyWords: [] })
  expect(await alarmsOf(store)).toEqual([[], [], []])
})

test('the host refuses a word that could never match', async () => {
  const store = await openTestStore()
  for (const word of ['x', 'E621', 'a*b', 'x'.repeat(41)])
    expect(await store.call('settings.change', { allergyWords: [word] }), word).toMatchObject({
      ok: false,
      error: { code: 'bad-input' },
    })
})
