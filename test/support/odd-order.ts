import { put } from './put.ts'
import { sample } from './samples.ts'

/** Paths within the order and their new values; undefined removes a field. */
export type Odd = Record<string, unknown>

const created = sample('order-created-delivery')
/** A whole delivery event with these changes. */
export const odd = (changes: Odd, within = 'data.order.'): unknown =>
  Object.entries(changes).reduce<unknown>(
    (body, [path, value]) => put(body, within + path, value),
    created,
  )

export const burger = { key: 'it1', name: 'Hamburguesa clásica', amount: 2, unread: [] }
export const canItem = { key: 'it2', name: 'Bebida en lata', amount: 2, unread: [] }
/** The expected ticket. */
export const whole = {
  id: 'ord-15244',
  code: '15244',
  type: 'delivery',
  stage: 'new',
  buyerName: 'Nicolás L.',
  createdAt: '2026-11-20T15:07:50.106Z',
  promisedAt: '2026-11-20T15:24:19.816Z',
  items: [burger, canItem],
  incomplete: false,
  changes: [],
  payment: { label: 'Efectivo', amountToPay: 23880, cashAmount: 25000 },
}
