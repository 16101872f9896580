import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openingsAt, readHours } from '#domain/menu/store-hours.ts'
import { platformCourseOf } from '#domain/menu/platform-course.ts'
import { Routes } from '#domain/stations/routes.ts'
import { originOf } from '#domain/tickets/codes.ts'
import { addEvent } from '#domain/tickets/order-facts.ts'
import { defaultSettings } from '#contract/settings/settings.ts'
import { newMarks } from '#domain/tickets/marks.ts'
import { buildTicket } from '#test/support/build-ticket.ts'
import { connectionOf, practiceProfile } from '#host/connection/profile.ts'
import { examine } from '#host/doctor/examine.ts'
import { SeenOrders } from '#host/feeds/seen-orders.ts'
import { isPausedBySchedule } from '#platform/stores.ts'
import type { Connection } from '#platform/connection.ts'
import { assumptions, type DialectName } from '#platform/assumptions.ts'
import { createDialect, weekdaysOf, type Dialect } from '#platform/dialect.ts'
import { deliveryUpdatedEvent, parseEvent } from '#platform/events.ts'
import { readMe } from '#platform/me.ts'
import { listMenus } from '#platform/menus.ts'
import { startOddPlatform } from '#platform/odd-platform.fixture.ts'
import { Schemas } from '#platform/openapi/json-schema.ts'
import type { OperationSpec } from '#platform/operation.ts'
import { permissionsOf } from '#platform/key-areas.ts'
import { addressToProbe } from '#platform/probe.ts'
import { platformOperations, type PlatformOperationName } from '#platform/operations.ts'
import type { Order } from '#platform/order.ts'
import { readOrder } from '#platform/orders.ts'
import { sample } from '#platform/sample.fixture.ts'
import { prefersOutOfStock } from '#platform/stock.ts'
import { openGoBetween } from '#test/support/go-between.ts'
import { noMenu } from '#test/support/platform-ticket.ts'

/**
 * Every name of the dialect must change what is sent or read. A name without any effect fails by
 * its name.
 */

const names = Object.keys(assumptions) as DialectName[]

let platform: Awaited<ReturnType<typeof startOddPlatform>>
let answer: unknown
beforeAll(async () => {
  platform = await startOddPlatform(() => ({ body: answer }))
})
afterAll(() => platform.close())

/** Only the doctor uses these: values that no screen reads yet. */
const onlyTheDoctor: DialectName[] = [
  'clientStatuses',
  'movementDirections',
  'couponDeliveryDiscountTypes',
  'tabsDefaultOrder',
]

/** Another value for a name: from its own set, or a word that no sample contains. */
function another(name: DialectName): string {
  const { form, default: byDefault } = assumptions[name]
  const candidates = [...(form.values ?? ['zzz']), '/zzz', '/zzz/{orderId}', 'Zzz {token}']
  const value = [...candidates, '7', '7 6 5 4 3 2 1', 'zzz zzy', 'zzz zzy zzx']
    .concat('/zzz/{storeId}', '/zzz/{storeId}/{productId}')
    .find((each) => each !== byDefault && form.fits(each))
  if (value === undefined) throw new Error(`no other value for ${name}`)
  return value
}

const operations = Object.entries(platformOperations) as [
  PlatformOperationName,
  { spec: OperationSpec } & ((connection: Connection, input: object) => Promise<unknown>),
][]

/** All requests with all optional parts, operation by operation. */
async function* requests(connection: Connection): AsyncGenerator<string> {
  const schemas = new Schemas(createDialect({ noClosure: 'null' }))
  for (const [, operation] of operations) {
    const before = platform.seen.length
    const parts = (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = operation.spec[part]
      return schema === undefined ? [] : [[part, sample(schemas.sent(schema), 'null', schemas)]]
    })
    const full = (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = operation.spec[part]
      return schema === undefined ? [] : [[part, sample(schemas.sent(schema), 'straight', schemas)]]
    })
    await operation(connection, Object.fromEntries(full) as object)
    await operation(connection, Object.fromEntries(parts) as object)
    yield platform.seen
      .slice(before)
      .map(({ path, query, authorization, body }) =>
        JSON.stringify([path, decodeURIComponent(query.toString()), authorization, body]),
      )
      .join('\n')
  }
}

const lists = /(?:Ids|Names|images|channels|informativeStamps)$/

/** A possible value for a field of a record. */
function valueOf(name: DialectName): unknown {
  const field = name.split('.')[1] ?? ''
  if (field === 'schedule') return { closedUntilDate: null, closedDays: ['2026-11-24'] }
  if (field === 'specialPeriods') return [{ days: ['2026-11-24'], fromMinute: 540, toMinute: 600 }]
  if (field === 'available' || field === 'optional') return true
  if (/^(?:min|max|price|discount|priority|daysBefore)$/.test(field)) return 7
  return lists.test(field) ? ['7'] : '7'
}

/** A record with all of its fields as a dialect spells them, plus `extra`. */
const record = (dialect: Dialect, start: string, extra: object = {}): object => ({
  ...extra,
  ...Object.fromEntries(
    names
      .filter((name) => name.startsWith(`${start}.`))
      .map((name) => [dialect[name], valueOf(name)]),
  ),
})

function wireMenu(dialect: Dialect, extra: object = {}): object {
  const schedule = record(dialect, 'schedule', extra)
  return {
    menu: { ...record(dialect, 'menu', extra), [dialect['menu.schedule']]: schedule },
    categories: [record(dialect, 'menuCategory', extra)],
    products: [record(dialect, 'menuProduct', extra)],
    modifiers: [record(dialect, 'menuModifier', extra)],
    options: [record(dialect, 'menuOption', extra)],
  }
}

const wireOrder = (dialect: Dialect, extra: object = {}): object => ({
  _id: 'o',
  serviceCoinsDiscount: 1,
  zzzCoinsDiscount: 2,
  deliveries: [{ _id: 'd', driverInformation: record(dialect, 'driver', extra) }],
})

/** What is read of a menu and an order in a dialect. */
async function allAnswers(
  connection: Connection,
  written: Dialect,
  extra: object = {},
): Promise<unknown> {
  answer = { success: true, data: [wireMenu(written, extra)] }
  const menus = await listMenus(connection)
  answer = { success: true, data: wireOrder(written, extra) }
  const order = await readOrder(connection, { params: { orderId: 'o' } })
  const stores = [{ _id: 's', ...record(written, 'store', extra) }]
  answer = { success: true, data: { permissions: [], website: { _id: 'w' }, stores } }
  const me = await readMe(connection)
  if (!menus.ok || !order.ok || !me.ok) throw new Error('not read')
  return { menus: menus.value, order: order.value, me: me.value }
}

const kitchen = new Routes(
  {
    stations: ['Grill', 'Bar'].map((name) => ({ id: name, name, color: 'red', icon: 'flame' })),
    rules: [],
  },
  { categoriesOf: () => [], stationOf: () => null, courseOf: () => null },
)

/** The result of events and orders with undocumented values. */
function text(dialect: Dialect): unknown {
  const standard = createDialect()
  const types = names.filter((name) => name.endsWith('Event')).map((name) => standard[name])
  const data = { order: { _id: 'o' }, newOrderStatus: 'cancelled', zzz: 'done' }
  const date = '2026-11-20T15:00:00.000Z'
  const events = [...types, 'zzz'].map((type) => parseEvent({ type, date, data }, dialect))
  const orders = ['delivery', 'go', 'serve', 'zzz'].flatMap((deliveryType) =>
    ['pending', 'cancelled', 'done', 'zzz'].map((orderStatus) => {
      const deliveries = ['done', 'zzz'].map((status) => ({ _id: status, status }))
      const cancellationInfo = { reasonMessage: 'sold out', zzz: 'closed' }
      const product = { name: 'Soup', metadata: { station: 'Grill', zzz: 'Bar' } }
      const modifiers = [{ options: [{ name: 'Bread', metadata: { default: true } }] }]
      const items = [{ product, modifiers }]
      const reported = { deliveryType, orderStatus, cancellationInfo, createdAt: date, items }
      const order = { _id: 'o', ...reported, deliveries }
      const parsed = parseEvent({ type: deliveryUpdatedEvent, date, data: { order } }, dialect)
      if (!parsed.ok || parsed.value.kind !== 'order') throw new Error('not read')
      // An order that is cancelled at first was never on this wall.
      const first = { order: { _id: 'o', orderStatus: 'pending' }, delivery: null, stamp: '2026' }
      const facts = addEvent(addEvent(null, first), { ...parsed.value, stamp: date })
      return buildTicket(
        'o',
        facts,
        newMarks(date),
        null,
        defaultSettings,
        dialect,
        noMenu,
        Date.parse(date),
        kitchen,
      )
    }),
  )
  const course = platformCourseOf({ course: 1, zzz: 2 }, dialect.courseField)
  const copied = { _id: 'o', parentOrder: 'a', zzz: 'b' } as Order
  const parts = addEvent(null, { order: copied, delivery: null, stamp: date })
  return { events, orders, course, origin: originOf('o', parts, dialect) }
}

/** When a store opens that is open on the day with number 1. */
function opening(dialect: Dialect): number | null {
  const openPeriods = [{ daysOfWeek: [1], fromMinute: 540, toMinute: 600 }]
  const hours = readHours({ openPeriods }, weekdaysOf(dialect), 'UTC')
  return hours === null ? null : openingsAt(hours, Date.parse('2026-11-20T15:00:00Z')).next
}

/**
 * The start of the order list's range: before any request, and after one that listed an open order
 * of an hour ago.
 */
function lookedBackTo(dialect: Dialect): number[] {
  const now = Date.parse('2026-11-20T15:00:00Z')
  const orders = [{ _id: 'o', orderStatus: 'zzz', createdAt: '2026-11-20T14:00:00Z' }]
  const seen = new SeenOrders(dialect)
  const before = seen.windowFrom(now, 0, 0)
  seen.note(orders, seen.changedAmong(orders), 0)
  return [before, seen.windowFrom(now, 0, 0)]
}

/** Everything that an override may change, with what takes longest at the end. */
async function* everything(overrides: Record<string, string>): AsyncGenerator<string> {
  const connection = platform.connection(overrides)
  const { dialect } = connection
  const tokens = { token: 'token', channelToken: null }
  const store = { ...practiceProfile, v3Url: 'https://a.example/v3', storeId: 's' }
  yield JSON.stringify({
    text: text(dialect),
    opening: opening(dialect),
    isPausedBySchedule: isPausedBySchedule(dialect),
    lookedBackTo: lookedBackTo(dialect),
    products: prefersOutOfStock(dialect),
    permissions: permissionsOf(dialect),
    probed: addressToProbe({ ...connection, v1Url: 'https://a.example/v1' }, 'https://a.example'),
    version1: connectionOf(store, tokens, overrides).connection?.v1Url,
  })
  yield JSON.stringify(await allAnswers(connection, createDialect(), { zzz: '8' }))
  answer = { success: true, data: {} }
  yield* requests(connection)
}

/** Whether an override changes any of these; it stops at the first. */
async function isChangedBy(
  standard: readonly string[],
  overrides: Record<string, string>,
): Promise<boolean> {
  let nth = 0
  for await (const part of everything(overrides)) {
    if (part !== standard[nth]) return true
    nth += 1
  }
  return nth !== standard.length
}

describe('a name that is overridden', () => {
  const standard: string[] = []
  beforeAll(async () => {
    for await (const part of everything({})) standard.push(part)
  })

  test('the standard stays the same', async () => {
    expect(standard.length).toBeGreaterThan(operations.length)
    expect(await isChangedBy(standard, {})).toBe(false)
  })

  test.each(names.filter((name) => !onlyTheDoctor.includes(name)))(
    '%s changes a request or a reading',
    async (name) => {
      expect(await isChangedBy(standard, { [name]: another(name) })).toBe(true)
    },
  )

  test.each(onlyTheDoctor)('%s changes what the doctor finds, and that alone', async (name) => {
    expect(await isChangedBy(standard, { [name]: another(name) })).toBe(false)
    const find = async (overrides: Record<string, string>) => {
      const { connection, practice } = await openGoBetween({}, overrides)
      const { names: examined } = await examine(connection, { storeId: practice.storeId })
      return examined.find((each) => each.name === name)?.proof
    }
    expect(await find({})).toBe('proven')
    expect(await find({ [name]: another(name) })).not.toBe('proven')
  })
})

test.each(names.filter((name) => name.includes('.') && !name.startsWith('orderStatusEvent')))(
  '%s is read the same by its own name and by another',
  async (name) => {
    const renamed = { [name]: 'zzz' }
    const plain = await allAnswers(platform.connection(), createDialect())
    const other = await allAnswers(platform.connection(renamed), createDialect(renamed))
    expect(other).toEqual(plain)
  },
)
