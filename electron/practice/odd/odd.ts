import { platformOperations } from '#platform/operations.ts'
import type { AnswerChange } from '../app.ts'
import type { PracticeEvent } from '../events/event.ts'

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields that identify a record. */
const idNames = ['_id', 'externalId', 'productId', 'userId']

/** The oddities of a record in any list. */
const recordOddities: readonly ((record: Fields) => unknown)[] = [
  (record) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !idNames.includes(name))),
  (record) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => [
        name,
        typeof value === 'number' ? '105,50' : value,
      ]),
    ),
  ({ name }) => (typeof name === 'string' ? name : 'un registro'),
]

/** One record in this many is odd, so that a person sees that the others still work. */
const oneIn = 4

/** A list in which some records are odd, each in another way. */
const oddList = (records: readonly unknown[]): unknown[] =>
  records.map((record, index) => {
    const oddity = recordOddities[Math.floor(index / oneIn) % recordOddities.length]
    return index % oneIn === 1 && isFields(record) && oddity !== undefined ? oddity(record) : record
  })

/** A menu in which some products and options are odd. */
const oddMenu = (menu: unknown): unknown =>
  isFields(menu)
    ? {
        ...menu,
        products: oddList(Array.isArray(menu['products']) ? menu['products'] : []),
        options: oddList(Array.isArray(menu['options']) ? menu['options'] : []),
      }
    : menu

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? { ...value } : {}
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The oddities of an order. Each changes fields that were right before. */
const oddities: readonly ((order: Fields) => Fields)[] = [
  // A price as a cashier writes it.
  (order) => {
    const [first, ...others] = listOf(order['items'])
    return { ...order, items: [{ ...fieldsOf(first), unitPrice: '105,50' }, ...others] }
  },
  (order) => ({ ...order, isScheduled: 0 }),
  (order) => ({ ...order, promotionIds: [null] }),
  (order) => ({ ...order, address: 'Av. Siempre Viva 742, timbre roto' }),
  (order) => ({ ...order, createdAt: Date.parse(String(order['createdAt'])) }),
  (order) => ({ ...order, deliverAt: Math.floor(Date.parse(String(order['deliverAt'])) / 1000) }),
  // An additional item, so that no real dish is missing.
  (order) => ({ ...order, items: [...listOf(order['items']), 'Salsa de la casa'] }),
  // An empty driver counts as no driver.
  (order) => ({
    ...order,
    deliveries: listOf(order['deliveries']).map((each) => ({
      ...fieldsOf(each),
      driverInformation: {},
    })),
    isConfirmed: 'sí',
  }),
]

/**
 * Makes an order odd. Its code selects the oddity, so that its events and the lists agree, and the
 * next order gets the next oddity.
 */
export function oddOrder(order: unknown): unknown {
  const fields = fieldsOf(order)
  const oddity = oddities[Number(fields['code']) % oddities.length]
  return oddity === undefined ? order : oddity(fields)
}

/** How many oddities there are; each order has one. */
export const orderOddities = oddities.length

/** Makes the data of an answer odd. Data that is no list, no menu and no order stays unchanged. */
const oddAnswer: AnswerChange = (operation, data) => {
  if (platformOperations[operation].spec.method !== 'GET') return data
  if (operation === 'readOrder') return oddOrder(data)
  if (operation === 'readMenu' || operation === 'listMenus')
    return Array.isArray(data) ? data.map(oddMenu) : oddMenu(data)
  if (!isFields(data)) return data
  const { items, movements } = data
  if (operation === 'listOrders') return { ...data, items: listOf(items).map(oddOrder) }
  return {
    ...data,
    ...(Array.isArray(items) && { items: oddList(items) }),
    ...(Array.isArray(movements) && { movements: oddList(movements) }),
  }
}

/**
 * While it is on, orders, events and lists contain unexpected values. The platform's own data stays
 * correct.
 */
export class Odd {
  #isOn = false

  get isOn(): boolean {
    return this.#isOn
  }

  set(isOn: boolean): void {
    this.#isOn = isOn
  }

  event(event: PracticeEvent): PracticeEvent {
    const { data } = event.body
    if (!this.#isOn || !('order' in data)) return event
    return { ...event, body: { ...event.body, data: { ...data, order: oddOrder(data.order) } } }
  }

  /** The answer of an operation as it is sent now. */
  answer(...[operation, data]: Parameters<AnswerChange>): unknown {
    return this.#isOn ? oddAnswer(operation, data) : data
  }
}
