import { expect, test } from 'vitest'
import { showHidden } from '#contract/hidden-signs.ts'
import { orderEvent } from '#test/support/order-event.ts'
import { openTestStore } from '#test/support/kitchen.ts'

const family = '👩‍👩‍👧'
const signs =
  '\u061c\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff'

test('every sign that turns or hides text becomes a mark, and an emoji stays whole', () => {
  for (const sign of signs) expect(showHidden(`a${sign}b`)).toBe('a\ufffdb')
  const plain = `${family} 🏴󠁧󠁢󠁥󠁮󠁧󠁿 می‌خواهم שלום Ñuñoa e\u0301 – “5”`
  expect(showHidden(plain)).toBe(plain)
})

test('nothing on a ticket reads otherwise than it stands there, and its ids are as they came', async () => {
  const store = await openTestStore()
  const turned = 'cash \u202e0001\u202c'
  const said = {
    buyerName: `Ana ${family}\u202egnp`,
    paymentTypeLabel: turned,
    source: 'w\u200beb',
    deliverAt: null,
    cancellationInfo: { reason: 'no\u2066pe' },
    gift: { to: 'Eva\u200f' },
    items: [
      {
        _id: 'it\u200b1',
        product: { _id: 'p\u202e1', name: `sin \u202enoc` },
        amount: 1,
        comment: 'al\u200blergia al maní\u2069',
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
  const event = orderEvent('order-created-pickup', ids, said)
  await store.post({ ...event, websiteId: null, storeId: store.practice.storeId })
  await expect.poll(() => store.ticket('A1')).toBeDefined()
  const ticket = await store.ticket('A1')
  expect(ticket).toMatchObject({
    code: '1\ufffd2',
    buyerName: `Ana ${family}\ufffdgnp`,
    payment: { label: 'cash \ufffd0001\ufffd' },
    source: 'w\ufffdeb',
    items: [
      {
        key: 'it\u200b1',
        productId: 'p\u202e1',
        name: 'sin \ufffdnoc',
        comment: 'al\ufffdlergia al maní\ufffd',
        modifiers: [{ name: 'Extra\ufffd', options: [{ id: 'o\u202e1', name: '\ufffdQueso' }] }],
      },
    ],
  })
  const detail = await store.call('tickets.detail', { ticketId: 'A1' })
  expect(JSON.stringify(detail)).toContain('Eva\ufffd')
})
