import { expect, test } from 'vitest'
import { eventsByRole, operations, type OperationName } from '#contract/index.ts'
import { manager } from '#test/support/caller.ts'
import { openTestStore } from '#test/support/kitchen.ts'
import { orderEvent } from '#test/support/order-event.ts'

// What docs/managers/roles.md promises of the kitchen's screens, over every call and event.

/** Each is in a field of the order where a guest or the till puts such a thing. */
const marks = {
  phone: '+56981112233',
  plainPhone: '981112233',
  street: 'Avenida Secreta 4711',
  flat: 'Depto 9921',
  zone: 'Zona Escondida',
  gate: 'Portón azul 77',
  email: 'mark@guest.example',
  taxId: '12.345.678-5',
  total: '7654321',
  toPay: '7654320',
  cash: '7700000',
  tip: '345679',
  method: 'Efectivo contra entrega',
  card: '4111 1111',
  tracking: 'tracking.example',
}

const order = {
  phone: marks.phone,
  email: marks.email,
  hasManagedDelivery: false,
  deliveryZoneName: marks.zone,
  address: { address: marks.street, addressLine2: marks.flat, addressSecondary: 'Chile' },
  totalPrice: Number(marks.total),
  amountToPay: Number(marks.toPay),
  cashAmount: Number(marks.cash),
  tipAmount: Number(marks.tip),
  paymentTypeLabel: marks.method,
  billing: { document: marks.taxId, email: marks.email },
  gift: { phone: marks.phone, message: `Llámame: ${marks.plainPhone}` },
  comment: `Llamar al ${marks.phone} o ${marks.email}`,
  cardNumber: marks.card,
  contact: { telephone: marks.plainPhone, direccion: marks.street },
  deliveries: [
    {
      status: 'searching',
      instructions: marks.gate,
      trackingURL: `https://${marks.tracking}/1`,
      driverInformation: { name: 'Diego', phone: marks.phone },
    },
  ],
}

const cook = { ...manager, role: 'kitchen' } as const
const ticketId = 'marked'
const stations = { ticketId, stations: [] }
const stockItem = { tapId: 'tap-stock', act: { kind: 'back' } }

/** An input for each operation of the kitchen that needs one. */
const inputs: Partial<Record<OperationName, object>> = {
  'tickets.search': { text: 'Nicolás' },
  'tickets.get': { ticketId },
  'tickets.pace': { stations: [] },
  'tickets.allDay': { types: ['delivery'], stations: [] },
  'tickets.setDone': { ...stations, itemKeys: [], done: true, tapId: 'tap-done' },
  'tickets.start': { ...stations, started: true },
  'tickets.acknowledge': stations,
  'tickets.fire': { ticketId, course: 1, fired: true },
  'tickets.setBagged': { ticketId, itemKeys: [], bagged: true },
  'tickets.setShelf': { ticketId, shelf: 'A' },
  'tickets.markReady': { ticketId, tapId: 'tap-ready' },
  'tickets.undo': stations,
  'tickets.recall': stations,
  'tickets.handOver': { ticketId, handedOver: true },
  'stations.show': { stations: [] },
  'stock.set': { ...stockItem, keys: ['product:x'] },
  'stock.setIngredient': { ...stockItem, ingredientId: 'i' },
  'stock.saveIngredient': { id: null, name: 'Palta', keys: [] },
  'stock.removeIngredient': { ingredientId: 'i' },
  'stock.history': { days: 30 },
  'stock.historyTable': { days: 30 },
  'instructions.see': { id: 'i' },
  'menu.product': { key: 'product:x' },
  'deliveries.decide': {
    entries: [{ kind: 'preparation-ready', subject: ticketId }],
    choice: 'dismiss',
  },
  'screens.rename': { name: 'Grill' },
  'screens.describe': { version: '1.0.0', battery: null },
  'screens.unlock': { pin: '0000' },
  'printers.printTicket': { jobId: 'j', printerId: 'p', ticketId },
  'jobs.steer': { jobId: 'j', how: 'pause' },
}

/** They belong to the process that opens stores, and know nothing of orders. */
const elsewhere = /^(?:connection\.read|profiles\.read)$/

const marksIn = (answer: unknown): string[] => {
  const text = JSON.stringify(answer)
  return Object.entries(marks).flatMap(([name, mark]) => (text.includes(mark) ? [name] : []))
}

test('no call and no event brings a guest’s telephone, address, e-mail or money to the kitchen’s screens', async () => {
  const store = await openTestStore()
  const at = new Date().toISOString()
  const event = orderEvent(
    'order-created-delivery',
    { eventId: 'e1', orderId: ticketId, code: '4242', date: at },
    order as never,
  )
  const answer = await store.post({ ...event, storeId: store.practice.storeId, websiteId: null })
  expect(answer.status).toBe(200)
  await expect.poll(() => store.ticket(ticketId)).toBeDefined()
  // They are in the order, and the counter sees them.
  const detail = await store.call('tickets.get', { ticketId }, manager)
  expect(marksIn(detail)).toEqual(
    expect.arrayContaining(['phone', 'street', 'flat', 'zone', 'taxId', 'total', 'toPay', 'cash']),
  )

  const asked = (Object.keys(operations) as OperationName[]).filter(
    (name) => operations[name].roles.includes('kitchen') && !elsewhere.test(name),
  )
  expect(asked.length).toBeGreaterThan(35)
  // Twice: what changes a ticket shows it in another list.
  for (const name of [...asked, ...asked]) {
    const result = await store.call(name, inputs[name] ?? {}, cook)
    expect([name, result.ok ? 'ok' : result.error.code]).not.toEqual([name, 'bad-input'])
    expect([name, marksIn(result)]).toEqual([name, []])
  }
  const matches = await store.call('tickets.search', { text: 'Nicolás' }, cook)
  expect(matches).toMatchObject({ value: [{ id: ticketId, buyerName: 'Nicolás L.' }] })

  const types = () => store.events.map(({ type }) => type)
  await expect.poll(types).toContain('tickets.changed')
  const events = store.events.flatMap(eventsByRole)
  const seen = events.filter(({ roles }) => roles.includes('kitchen'))
  expect(seen.map((each) => each.event.type)).toContain('tickets.changed')
  expect(marksIn(seen)).toEqual([])
  expect(marksIn(events.filter(({ roles }) => !roles.includes('kitchen')))).toContain('toPay')
})
