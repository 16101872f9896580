import { expect, test } from 'vitest'
import { ticketPaper } from '#domain/printers/ticket-paper.ts'
import { printableText } from '#host/printers/lettering.ts'
import { orderEvent } from '#test/support/order-event.ts'
import { openTestStore } from '#test/support/kitchen.ts'

const family = '👩‍👩‍👧'

test('a ticket has what was written, code point by code point, and paper gets no sign that turns', async () => {
  const store = await openTestStore()
  const order = {
    buyerName: `\u200fAna\u200e ${family}\u202egnp`,
    paymentTypeLabel: 'cash \u202e0001\u202c',
    source: 'w\u200beb',
    deliverAt: null,
    cancellationInfo: { reason: 'no\u2066pe' },
    gift: { to: 'Eva\u200f' },
    items: [
      {
        _id: 'it\u200b1',
        product: { _id: 'p\u202e1', name: 'שלום \u202enoc' },
        amount: 1,
        comment: 'al\u200blergia al maní\u2069\u001b@',
        modifiers: [
          {
            modifierId: 'm1',
            name: 'Extra\u200e',
            options: [{ optionId: 'o\u202e1', name: '\u061cQueso' }],
          },
        ],
      },
    ],
  }
  const ids = { eventId: 'e1', orderId: 'A1', code: '1\u202e2', date: new Date().toISOString() }
  const event = orderEvent('order-created-pickup', ids, order)
  await store.post({ ...event, websiteId: null, storeId: store.practice.storeId })
  await expect.poll(() => store.ticket('A1')).toBeDefined()
  const ticket = await store.ticket('A1')
  if (ticket === undefined) throw new Error('no ticket')
  expect(ticket).toMatchObject({
    code: '1\u202e2',
    buyerName: order.buyerName,
    payment: { label: 'cash \u202e0001\u202c' },
    source: 'w\u200beb',
    items: [
      {
        key: 'it\u200b1',
        productId: 'p\u202e1',
        name: 'שלום \u202enoc',
        comment: 'al\u200blergia al maní\u2069\u001b@',
        // A zero-width space does not hide an allergy.
        allergyWords: ['maní', 'al\u200blergia'],
        modifiers: [{ name: 'Extra\u200e', options: [{ id: 'o\u202e1', name: '\u061cQueso' }] }],
      },
    ],
  })
  const detail = await store.call('tickets.get', { ticketId: 'A1' })
  expect(JSON.stringify(detail)).toContain('Eva\u200f')

  const clock = {
    language: 'es',
    timeZone: 'America/Santiago',
    timeFormat: '24-hour',
    now: Date.now(),
  } as const
  const paper = ticketPaper(ticket, clock).map((line) =>
    'text' in line ? printableText(line.text) : '',
  )
  expect(paper.join('\n')).not.toMatch(/[^\n\P{Cc}]|\p{Cf}/u)
  expect(paper).toContain('12')
  expect(paper).toContain('Extra: Queso')
})
