type Fields = Record<string, unknown>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? { ...value } : {}
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Something odd about an order, each in fields that it could also have been right in. */
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
  // Beside the dishes, so that none of those is missing in truth.
  (order) => ({ ...order, items: [...listOf(order['items']), 'Salsa de la casa'] }),
  // A driver of whom nothing is known is none.
  (order) => ({
    ...order,
    deliveries: listOf(order['deliveries']).map((each) => ({
      ...fieldsOf(each),
      driverInformation: {},
    })),
    isConfirmed: 'sí',
  }),
]

/** An order with its oddity: by its code, so that its events and the lists agree, and the next order has the next. */
export function oddOrder(order: unknown): unknown {
  const fields = fieldsOf(order)
  const twist = oddities[Number(fields['code']) % oddities.length]
  return twist === undefined ? order : twist(fields)
}

/** How many kinds there are, one order each. */
export const orderOddities = oddities.length
