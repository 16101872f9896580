import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defaultSettings as rules } from '#contract/settings/settings.ts'
import { createDialect } from '#platform/dialect.ts'
import { parseEvent } from '#platform/events.ts'
import { sample, webhookSamples } from '#test/support/samples.ts'
import { tries } from '#test/support/tries.ts'
import { noMenu } from '#test/support/platform-ticket.ts'
import { addEvent, type OrderFacts, type StampedEvent } from './order-facts.ts'
import { newMarks, type Marks } from './marks.ts'
import { buildTicket } from '#test/support/build-ticket.ts'
import { isOpen } from './ticket.ts'

const dialect = createDialect()
const marks = newMarks('2026-11-20T15:30:00.000Z')
const build = (id: string, facts: OrderFacts, own: Marks) =>
  buildTicket(id, facts, own, null, rules, dialect, noMenu, Date.parse('2026-11-20T17:00:00Z'))

interface Received {
  orderId: string
  message: StampedEvent
}

function receive(body: unknown): Received | null {
  const parsed = parseEvent(body, dialect)
  if (!parsed.ok) throw new Error(parsed.error.detail)
  if (parsed.value.kind !== 'order') return null
  const { orderId, order, delivery, date, unread } = parsed.value
  const key = String((body as { eventId?: unknown }).eventId)
  return { orderId, message: { stamp: `${date}|${key}`, order, delivery, unread } }
}

const allReceived = webhookSamples
  .map((name) => receive(sample(name)))
  .filter((received) => received !== null)

function knowledge(received: readonly Received[]): Map<string, OrderFacts> {
  const orders = new Map<string, OrderFacts>()
  for (const { orderId, message } of received)
    orders.set(orderId, addEvent(orders.get(orderId) ?? null, message))
  return orders
}

function tickets(received: readonly Received[], own: Marks = marks): unknown {
  const orders = knowledge(received)
  return Object.fromEntries(
    [...orders].toSorted().map(([id, facts]) => [id, build(id, facts, own)]),
  )
}

/** The order of a sample after changes to it, dated `date`. */
function changed(name: string, date: string, patch: Record<string, unknown>): Received {
  const body = sample(name) as { data: { order: Record<string, unknown> } }
  Object.assign(body.data.order, patch)
  const received = receive({ ...body, date, eventId: `evt-${date}` })
  if (received === null) throw new Error('not an order')
  return received
}

function one(...received: Received[]): ReturnType<typeof buildTicket> {
  const facts = received.reduce<OrderFacts | null>(
    (sofar, { message }) => addEvent(sofar, message),
    null,
  )
  if (facts === null) throw new Error('nothing heard')
  return build(received[0]?.orderId ?? '', facts, marks)
}

describe('convergence', () => {
  test('there are samples of several orders to shuffle', () => {
    expect(allReceived.length).toBe(10)
    expect(new Set(allReceived.map(({ orderId }) => orderId)).size).toBe(5)
  })

  test('any order, repetition and mixture of the sample events ends in the same tickets', () => {
    const expected = tickets(allReceived)
    const expectedFacts = knowledge(allReceived)
    const mixtures = fc
      .tuple(
        fc.shuffledSubarray(allReceived, { minLength: allReceived.length }),
        fc.array(fc.constantFrom(...allReceived), { maxLength: 12 }),
        fc.infiniteStream(fc.nat(1000)),
      )
      .map(([all, repeats, places]) => {
        const mixture = [...all]
        for (const repeat of repeats)
          mixture.splice((places.next().value ?? 0) % (mixture.length + 1), 0, repeat)
        return mixture
      })
    fc.assert(
      fc.property(mixtures, (mixture) => {
        expect(tickets(mixture)).toEqual(expected)
        // The stored facts are equal too: a repeated old message leaves no trace.
        expect(knowledge(mixture)).toEqual(expectedFacts)
      }),
      { numRuns: tries(200, 5_000) },
    )
  })

  test('nothing of what is known is lost in JSON: the host takes one for the other', () => {
    const facts = [...knowledge(allReceived).values()]
    expect(facts).toStrictEqual(JSON.parse(JSON.stringify(facts)))
  })

  test('the newest value of each field wins, however patches are split and shuffled', () => {
    const patches = fc.uniqueArray(
      fc.record({
        minute: fc.integer({ min: 0, max: 59 }),
        patch: fc.record(
          {
            buyerName: fc.constantFrom('Ana', 'Bo', null),
            deliverAt: fc.constantFrom('2026-11-20T16:00:00.000Z', '2026-11-20T17:00:00.000Z'),
            orderStatus: fc.constantFrom('pending', 'cancelled', 'done'),
          },
          { requiredKeys: [] },
        ),
      }),
      { selector: ({ minute }) => minute, minLength: 2, maxLength: 8 },
    )
    fc.assert(
      fc.property(patches, fc.infiniteStream(fc.nat()), (all, keys) => {
        const received = all.map(({ minute, patch }) => ({
          orderId: 'o',
          message: {
            stamp: `2026-11-20T15:${String(minute).padStart(2, '0')}:00.000Z|k`,
            order: { _id: 'o', ...patch },
            delivery: null,
          },
        }))
        const shuffled = received
          .map((each) => ({ each, key: Number(keys.next().value) }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ each }) => each)
        expect(tickets(shuffled)).toEqual(tickets(received))
        const newest = all
          .toSorted((a, b) => b.minute - a.minute)
          .find(({ patch }) => 'buyerName' in patch)
        const ticket = one(...(shuffled as [Received, ...Received[]]))
        expect(ticket.buyerName).toBe(newest?.patch.buyerName ?? null)
      }),
      { numRuns: tries(200, 5_000) },
    )
  })
})

describe('the contents of a ticket', () => {
  test.each([
    ['order-created-delivery', { code: '15244', type: 'delivery', source: 'web', stage: 'new' }],
    ['order-created-pickup', { code: '15245', type: 'pickup', driver: null }],
    [
      'order-created-scheduled',
      { scheduled: true, queueAt: '2026-11-20T22:50:00.000Z', flagColor: '#2866ff' },
    ],
    ['order-created-large', { type: 'table', buyerName: 'Mesa 7', source: 'commander' }],
    [
      'order-created-sloppy-types',
      {
        code: '15244',
        scheduled: false,
        payment: { label: 'other', amountToPay: 19290, cashAmount: null },
      },
    ],
  ])('%s', (name, expected) => {
    expect(one(changed(name, '2026-11-20T15:10:00.000Z', {}))).toMatchObject(expected)
  })

  test('option counts come from countById; comments and allergies are shown', () => {
    const delivery = one(changed('order-created-delivery', '2026-11-20T15:10:00.000Z', {}))
    expect(delivery.items[0]?.modifiers[0]).toEqual({
      name: 'Agregados',
      options: [
        {
          id: 'Na4Ha7ShFbDsvcRKg',
          name: 'Queso',
          count: 2,
          stockKey: 'option:gSnnm7XEWqKbNqNKd-ext/Na4Ha7ShFbDsvcRKg',
        },
        {
          id: 'tocino01',
          name: 'Tocino',
          count: 1,
          stockKey: 'option:gSnnm7XEWqKbNqNKd-ext/tocino01',
        },
      ],
    })
    const pickup = one(changed('order-created-pickup', '2026-11-20T15:10:00.000Z', {}))
    expect(pickup.items[0]?.allergyWords).toEqual(['Alergia'])
  })

  test('the fields that the delivery event leaves out stay what they were', () => {
    const created = allReceived.filter(({ orderId }) => orderId === 'ord-15244')
    const ticket = one(...(created as [Received, ...Received[]]))
    expect(ticket).toMatchObject({
      type: 'delivery',
      stage: 'handed-over',
      driver: { stage: 'delivered' },
    })
  })

  test.each([
    ['delivery-updated-searching', 'searching', null],
    ['delivery-updated-assigned', 'assigned', 'Pedro R.'],
    ['delivery-updated-back-to-searching', 'searching', null],
    ['delivery-updated-picked-up', 'picked-up', 'Pedro R.'],
    ['delivery-updated-completed', 'delivered', 'Pedro R.'],
  ])('%s: the driver is %s', (name, stage, driver) => {
    const body = receive(sample(name))
    if (body === null) throw new Error('no order')
    expect(one(body)).toMatchObject({ type: 'delivery', driver: { stage, name: driver } })
  })

  test('a change is shown item by item until it is acknowledged', () => {
    const before = changed('order-created-delivery', '2026-11-20T15:08:00.000Z', {})
    const items = before.message.order?.items ?? []
    const [burger] = items
    const after = changed('order-created-delivery', '2026-11-20T15:20:00.000Z', {
      items: [
        { ...burger, amount: 3 },
        { _id: 'it9', product: { _id: 'p9', name: 'Empanada' }, amount: 1 },
      ],
    })
    const ticket = one(before, after)
    expect(ticket.changes).toEqual([
      { kind: 'amount', key: 'it1', name: 'Hamburguesa clásica', before: 2, now: 3 },
      { kind: 'added', key: 'it9', name: 'Empanada', before: 0, now: 1 },
      { kind: 'removed', key: 'it2', name: 'Bebida en lata', before: 2, now: 0 },
    ])
    expect(one(after, before).changes).toEqual(ticket.changes)
    const facts = addEvent(addEvent(null, before.message), after.message)
    const acknowledged = { ...marks, acknowledgedItems: ticket.items }
    expect(build('x', facts, acknowledged).changes).toEqual([])
  })

  test('a cancellation asks to be acknowledged, one that was never an order to cook does not', () => {
    const created = changed('order-created-pickup', '2026-11-20T15:08:00.000Z', {})
    const cancelled = changed('order-created-pickup', '2026-11-20T15:20:00.000Z', {
      orderStatus: 'cancelled',
      cancellationInfo: { reason: 'Sin stock' },
    })
    const ticket = one(cancelled, created)
    expect(ticket).toMatchObject({
      stage: 'cancelled',
      cancellation: { at: '2026-11-20T15:20:00.000Z', reason: 'Sin stock' },
    })
    expect(isOpen(ticket)).toBe(true)
    const never = one(cancelled)
    expect(never.cancellation).toBeNull()
    expect(isOpen(never)).toBe(false)
  })

  test('an order that is ready on the platform was marked elsewhere, unless this kitchen bumped it', () => {
    const [created, ready] = ['pending', 'ready'].map((orderStatus, nth) =>
      changed('order-created-pickup', `2026-11-20T15:0${String(nth)}:00.000Z`, { orderStatus }),
    )
    if (created === undefined || ready === undefined) throw new Error('no orders')
    expect(one(created)).not.toHaveProperty('isReadyElsewhere')
    expect(one(created, ready)).toMatchObject({ stage: 'new', isReadyElsewhere: true })
    const facts = addEvent(addEvent(null, created.message), ready.message)
    expect(build('o', facts, { ...marks, recalls: 1 })).not.toHaveProperty('isReadyElsewhere')
    const delivery = { state: 'confirmed', since: marks.receivedAt } as const
    const bump = { bumpedAt: marks.receivedAt, delivery }
    const now = Date.parse('2026-11-20T17:00:00Z')
    const bumped = buildTicket('o', facts, marks, bump, rules, dialect, noMenu, now)
    expect(bumped).toMatchObject({ stage: 'ready' })
    expect(bumped).not.toHaveProperty('isReadyElsewhere')
  })
})

test('an order whose items never changed is parsed once, also from the disk', () => {
  const received = changed('order-created-large', '2026-11-20T15:00:00.000Z', {})
  const status = changed('order-created-large', '2026-11-20T15:05:00.000Z', {
    orderStatus: 'confirmed',
  })
  const facts = [received, status].reduce<OrderFacts | null>(
    (was, { message }) => addEvent(was, message),
    null,
  )
  const count = (of: OrderFacts): number => {
    let asked = 0
    const menu = {
      ...noMenu,
      keyOf(names: readonly string[]) {
        asked += 1
        return names[0] ?? null
      },
    }
    buildTicket('A1', of, marks, null, rules, dialect, menu, Date.parse('2026-11-20T17:00:00Z'))
    return asked
  }
  const itemsAndOptions = (received.message.order?.items ?? []).flatMap(({ modifiers }) => [
    1,
    ...(modifiers ?? []).flatMap(({ options }) => options ?? []),
  ])
  expect(count(JSON.parse(JSON.stringify(facts)) as OrderFacts)).toBe(itemsAndOptions.length)
})
