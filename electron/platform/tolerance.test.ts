import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Connection } from './connection.ts'
import { createDialect, type Dialect } from './dialect.ts'
import { parseEvent } from './events.ts'
import type { CallResult } from './call/failure.ts'
import { startOddPlatform } from './odd-platform.fixture.ts'
import { Schemas } from './openapi/json-schema.ts'
import type { OperationSpec } from './operation.ts'
import { envelopes } from './read-answer.ts'
import { platformOperations, type PlatformOperationName } from './operations.ts'
import { sample, type SampleStyle } from './sample.fixture.ts'

const names = Object.keys(platformOperations) as PlatformOperationName[]
const callable = platformOperations as unknown as Record<
  PlatformOperationName,
  (connection: Connection, input: object) => Promise<CallResult<unknown>>
>

let platform: Awaited<ReturnType<typeof startOddPlatform>>
let answer: unknown
beforeAll(async () => {
  platform = await startOddPlatform(() => ({ body: answer }))
})
afterAll(() => platform.close())

const wrapped = ({ base }: OperationSpec, data: unknown): unknown =>
  ({ v3: { success: true, data }, v1: { status: 'ok', data }, bare: data })[envelopes[base]]

/** An operation's answer in one manner, with a dialect's names. */
function answered(name: PlatformOperationName, style: SampleStyle, dialect: Dialect): unknown {
  const schemas = new Schemas(dialect)
  return sample(schemas.read(platformOperations[name].spec.answer), style, schemas)
}

/** Calls an operation with every parameter. */
async function ask(name: PlatformOperationName, connection: Connection, data: unknown) {
  const { spec }: { spec: OperationSpec } = platformOperations[name]
  const schemas = new Schemas(createDialect({ noClosure: 'null' }))
  const input = Object.fromEntries(
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = spec[part]
      return schema === undefined ? [] : [[part, sample(schemas.sent(schema), 'straight', schemas)]]
    }),
  )
  answer = wrapped(spec, data)
  return callable[name](connection, input)
}

const standard = createDialect()
const whole = (name: PlatformOperationName) => answered(name, 'straight', standard)

describe('every answer', () => {
  test.each(names)('%s: whole, unknown fields kept', async (name) => {
    const data = whole(name)
    expect(await ask(name, platform.connection(), data)).toMatchObject({ ok: true })
    const result = await ask(name, platform.connection(), data)
    expect(result.ok && result.value).toEqual(data)
  })

  test.each(names)('%s: absent fields stay absent', async (name) => {
    const data = answered(name, 'absent', standard)
    const result = await ask(name, platform.connection(), data)
    expect(result.ok && result.value).toEqual(data)
  })

  test.each(names)('%s: null is nothing', async (name) => {
    const data = answered(name, 'null', standard)
    const result = await ask(name, platform.connection(), data)
    expect(result.ok && result.value).toEqual(data)
  })

  test.each(names)('%s: the text "null" is nothing, too', async (name) => {
    const result = await ask(name, platform.connection(), answered(name, 'text null', standard))
    const { promised }: OperationSpec = platformOperations[name].spec
    // Raw parts are parsed later, one order at a time.
    const expected = answered(name, promised === undefined ? 'null' : 'text null', standard)
    expect(result).toMatchObject({ ok: true })
    if (promised === undefined) expect(result.ok && result.value).toEqual(expected)
  })

  test.each(names)('%s: booleans and numbers as text, codes as numbers', async (name) => {
    const result = await ask(name, platform.connection(), answered(name, 'odd', standard))
    expect(result.ok && result.value).toEqual(whole(name))
  })

  test.each(names)('%s: under a vendor’s names', async (name) => {
    const connection = platform.connection({ vendorPrefix: 'acme' })
    const data = answered(name, 'straight', connection.dialect)
    const result = await ask(name, connection, data)
    expect(result.ok && result.value).toEqual(whole(name))
  })
})

test('a flag as text: "false" is false', async () => {
  const { listCoupons } = platformOperations
  const coupons = [{ _id: 'c', active: 'false', isHidden: 'true', fromDate: 'null' }]
  answer = { success: 'true', data: { items: coupons, hasNextPage: 'false' } }
  expect(await listCoupons(platform.connection())).toMatchObject({
    ok: true,
    value: { items: [{ active: false, isHidden: true, fromDate: null }], hasNextPage: false },
  })
})

test('an unreadable field is left out alone, and named', async () => {
  const { listCoupons } = platformOperations
  const odd = { _id: 'c', name: 'Lunch', active: 'perhaps' }
  answer = { success: true, data: { items: [odd, { name: 'No id' }] } }
  expect(await listCoupons(platform.connection())).toMatchObject({
    ok: true,
    value: { items: [{ _id: 'c', name: 'Lunch' }] },
    unread: ['items.0.active', 'items.1'],
  })
})

describe('events', () => {
  const dialect = createDialect({ vendorPrefix: 'acme', 'driver.name': 'fullName' })
  const date = '2026-11-20T15:00:00Z'

  test('a vendor’s names at every depth', () => {
    const order = {
      _id: 'o',
      acmeCoinsDiscount: '100',
      amountFinancedByAcme: 50,
      deliveries: [{ _id: 'd', driverInformation: { fullName: 'Rosa' } }],
    }
    const type = 'ecommerce.order.created'
    expect(parseEvent({ type, date, data: { order } }, dialect)).toMatchObject({
      ok: true,
      value: {
        order: {
          serviceCoinsDiscount: 100,
          amountFinancedByService: 50,
          deliveries: [{ driverInformation: { name: 'Rosa' } }],
        },
      },
    })
  })

  test('our own names are accepted next to the vendor’s', () => {
    const order = { _id: 'o', serviceCoinsDiscount: 7, acmeCoinsDiscount: 8 }
    const type = 'ecommerce.order.created'
    expect(parseEvent({ type, date, data: { order } }, dialect)).toMatchObject({
      value: { order: { serviceCoinsDiscount: 7, acmeCoinsDiscount: 8 } },
    })
  })

  test.each([
    ['an instant', '2026-11-21T03:00:00.000Z'],
    ['a word', 'tomorrow'],
    ['nothing', null],
  ])('until as %s', (_kind, until) => {
    const event = {
      type: 'processStatusUpdated',
      date,
      data: { status: 'FINISHED', processId: 12, processedItems: [{ type: 'product', until }] },
    }
    expect(parseEvent(event, dialect)).toMatchObject({
      ok: true,
      value: { process: { processId: '12', processedItems: [{ until }] } },
    })
  })

  test('a process without items has none', () => {
    const event = {
      type: 'processStatusUpdated',
      date,
      data: { status: 'RUNNING', processId: 'p' },
    }
    expect(parseEvent(event, dialect)).toMatchObject({ value: { process: { processedItems: [] } } })
  })
})
