import { expect, test } from 'vitest'
import type { Job } from '#contract/jobs/jobs.ts'
import type { PaymentFilter, PaymentPage } from '#contract/payments/payments.ts'
import type { Result } from '#contract/shared/result.ts'
import { openGoBetween, type Answer } from '#test/support/go-between.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'

const valueOf = <Value>(result: Result<Value>): Value => {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.detail ?? ''}`)
  return result.value
}

const everything: PaymentFilter = { methodId: null, shiftId: null, voided: null }
const span = { from: '2026-11-01', to: '2026-11-20' }
const minute = 60_000
const first = Date.parse('2026-11-02T15:00:00.000Z')

/**
 * The nth payment of a till: three methods, 400 payments per shift, each 50th voided, each seventh
 * with a tip.
 */
const payment = (nth: number) => ({
  _id: `p${String(nth)}`,
  code: `P-${String(nth)}`,
  shiftId: `s${String(Math.floor(nth / 400))}`,
  paymentMethodId: `m${String(nth % 3)}`,
  paymentMethodName: ['Efectivo', 'Débito', 'Crédito'][nth % 3],
  createdById: 'staff',
  payerName: null,
  amount: 1_000 + nth,
  tipAmount: nth % 7 === 0 ? 100 : 0,
  createdAt: new Date(first + nth * minute).toISOString(),
  voidedAt: nth % 50 === 0 ? new Date(first + nth * minute + 30_000).toISOString() : null,
  shiftEndedAt: null,
  shouldMakeInvoice: false,
})

interface Till {
  store: TestStore
  /** The payments of the till. A test may add more, and malformed ones. */
  payments: unknown[]
  asked: string[]
  /** Called before a page is answered. */
  before(page: number): Answer | undefined
}

async function openTill(count: number, { me = true } = {}): Promise<Till> {
  const till = {
    payments: Array.from({ length: count }, (_each, nth): unknown => payment(nth)),
    before: (_page: number): Answer | undefined => undefined,
  }
  const between = await openGoBetween({
    answer(path, url) {
      if (!path.endsWith('/tab-payments')) return undefined
      const page = Number(url.searchParams.get('page'))
      const limit = Number(url.searchParams.get('limit'))
      const instead = till.before(page)
      if (instead !== undefined) return instead
      const { payments } = till
      const data = {
        items: payments.slice((page - 1) * limit, page * limit),
        hasNextPage: page * limit < payments.length,
        hasPreviousPage: page > 1,
        totalPages: Math.ceil(payments.length / limit),
        totalCount: payments.length,
      }
      return { body: JSON.stringify({ success: true, data }) }
    },
  })
  const store = await openTestStore({ between, me })
  await store.call('settings.change', { requestsPerSecond: 50 })
  // The store's details include the currency.
  if (me)
    await expect
      .poll(async () => valueOf(await store.call('status.get', {})).store?.countryCode)
      .toBe('CL')
  return Object.assign(till, { store, asked: between.asked })
}

async function read({ store }: Till): Promise<string> {
  return valueOf(await store.call('payments.read', span)).id
}

const list = async ({ store }: Till, jobId: string, filter = everything, page = 1) =>
  valueOf(await store.call('payments.list', { jobId, filter, page }))

const ended = async (till: Till, id: string): Promise<Job> => {
  await expect
    .poll(async () => (await list(till, id)).job.state, { interval: 20 })
    .not.toBe('running')
  return (await list(till, id)).job
}

const sumOf = (nths: number[]) => ({
  count: nths.length,
  amount: nths.reduce((sum, nth) => sum + 1_000 + nth, 0),
  tips: nths.filter((nth) => nth % 7 === 0).length * 100,
})
const nths = (count: number, where: (nth: number) => boolean = () => true): number[] =>
  Array.from({ length: count }, (_each, nth) => nth).filter(where)

test('5,000 payments are read page by page; where page 7 fails a person has it go on, and nothing is read twice', async () => {
  const till = await openTill(5_000)
  till.before = (page) => (page === 7 ? { status: 500 } : undefined)
  const id = await read(till)
  expect(await ended(till, id)).toMatchObject({
    state: 'stopped',
    pages: 6,
    totalPages: 50,
    items: 600,
    totalItems: 5_000,
    error: { code: 'unreachable', reason: 'unavailable' },
  })
  const half = await list(till, id)
  expect(half.counting).toEqual(sumOf(nths(600, (nth) => nth % 50 !== 0)))
  till.before = () => undefined
  valueOf(await till.store.call('jobs.steer', { jobId: id, how: 'resume' }))
  expect(await ended(till, id)).toMatchObject({
    state: 'done',
    complete: true,
    pages: 50,
    items: 5_000,
    leftOut: 0,
    outside: 0,
    error: null,
  })
  const pages = till.asked.filter((each) => each.includes('tab-payments'))
  expect(pages.filter((each) => each.includes('page=7&'))).toHaveLength(2)
  expect(pages.filter((each) => each.includes('page=6&'))).toHaveLength(1)
  // Both days are included, by the store's own clock.
  expect(pages[0]).toContain('fromDate=2026-11-01T07:00:00.000Z')
  expect(pages[0]).toContain('toDate=2026-11-21T06:59:59.999Z')

  const whole = await list(till, id)
  expect(whole).toMatchObject({
    total: 5_000,
    pages: 100,
    decimals: 0,
    toCheck: 0,
    rounded: 0,
  })
  expect(whole.counting).toEqual(sumOf(nths(5_000, (nth) => nth % 50 !== 0)))
  expect(whole.voided).toEqual(sumOf(nths(5_000, (nth) => nth % 50 === 0)))
  expect(whole.payments.map((each) => each.id)).toEqual(
    nths(50).map((nth) => `p${String(4_999 - nth)}`),
  )
  expect(whole.choices.shifts).toHaveLength(13)
  const reported = till.store.events.filter(({ type }) => type === 'jobs.changed')
  expect(reported.length).toBeGreaterThan(10)
})

test('filters by method, shift and voided; a page beyond the last is the last', async () => {
  const till = await openTill(900)
  const id = await read(till)
  await ended(till, id)
  const ofShift = await list(till, id, { ...everything, shiftId: 's1', methodId: 'm2' })
  const expected = nths(900, (nth) => nth >= 400 && nth < 800 && nth % 3 === 2)
  expect(ofShift.total).toBe(expected.length)
  expect(ofShift.counting).toEqual(sumOf(expected.filter((nth) => nth % 50 !== 0)))
  expect(ofShift.methods).toMatchObject([{ methodId: 'm2', name: 'Crédito' }])
  // The choices do not depend on the current filter.
  expect(ofShift.choices.methods.map(({ name }) => name)).toEqual(['Crédito', 'Débito', 'Efectivo'])
  const voided = await list(till, id, { ...everything, voided: true }, 99)
  expect(voided).toMatchObject({ total: 18, page: 1, pages: 1, counting: { count: 0, amount: 0 } })
  expect(voided.payments.every(({ voidedAt }) => voidedAt !== null)).toBe(true)
  expect((await list(till, id, everything, 99)).page).toBe(18)
})

test('payments that arrive while they are read are read; what cannot be read, or is of another day, is counted', async () => {
  const till = await openTill(1_000)
  till.payments[3] = { ...payment(3), createdAt: '2026-10-01T12:00:00.000Z' }
  till.payments[4] = { ...payment(4), _id: null }
  till.payments[5] = { ...payment(5), amount: 10.5 }
  till.payments[6] = { ...payment(6), amount: 'a lot' }
  let arrived = 1_000
  till.before = (page) => {
    if (page > 1 && arrived < 1_150) till.payments.push(payment(arrived++), payment(arrived++))
    return undefined
  }
  const id = await read(till)
  const job = await ended(till, id)
  expect(job).toMatchObject({ state: 'done', leftOut: 1, outside: 1, items: arrived - 2 })
  const page = await list(till, id)
  expect(page).toMatchObject({ total: arrived - 2, toCheck: 1, rounded: 1 })
  expect(new Set(page.payments.map((each) => each.id)).size).toBe(50)
})

test('a paused job keeps its progress, and continues when it is resumed', async () => {
  const till = await openTill(1_000)
  const { store } = till
  till.before = (page) => {
    if (page === 4) void store.call('jobs.steer', { jobId: id, how: 'pause' })
    return undefined
  }
  const id = await read(till)
  expect((await ended(till, id)).state).toBe('paused')
  const { items } = (await list(till, id)).job
  expect(items).toBeLessThan(1_000)
  expect(await store.call('jobs.steer', { jobId: id, how: 'pause' })).toMatchObject({
    error: { code: 'too-late' },
  })
  till.before = () => undefined
  valueOf(await store.call('jobs.steer', { jobId: id, how: 'resume' }))
  expect(await ended(till, id)).toMatchObject({ state: 'done', items: 1_000 })
})

test('the table has a row a payment, with amounts that a spreadsheet adds up, and no formula of a guest’s', async () => {
  const till = await openTill(3)
  till.payments[1] = { ...payment(1), payerName: '=1+1', amount: -1_001 }
  const id = await read(till)
  await ended(till, id)
  const table = valueOf(await till.store.call('payments.table', { jobId: id, filter: everything }))
  const [head, ...rows] = table.trimEnd().split('\n')
  expect(head).toBe(
    '\uFEFFid,code,day,time,createdAt,paymentMethodId,paymentMethodName,amount,tipAmount,voidedAt,shiftId,shiftEndedAt,createdById,payerName,shouldMakeInvoice,toCheck',
  )
  expect(rows).toEqual([
    'p2,P-2,2026-11-02,12:02,2026-11-02T15:02:00.000Z,m2,Crédito,1002,0,,s0,,staff,,false,',
    "p1,P-1,2026-11-02,12:01,2026-11-02T15:01:00.000Z,m1,Débito,-1001,0,,s0,,staff,'=1+1,false,",
    'p0,P-0,2026-11-02,12:00,2026-11-02T15:00:00.000Z,m0,Efectivo,1000,100,2026-11-02T15:00:30.000Z,s0,,staff,,false,',
  ])
})

test('the third job takes the place of the first, and days the wrong way round are none', async () => {
  const till = await openTill(120)
  const ids: string[] = []
  for (let nth = 0; nth < 3; nth += 1) ids.push(await read(till))
  const forgotten = await till.store.call('payments.list', {
    jobId: ids[0] ?? '',
    filter: everything,
    page: 1,
  })
  expect(forgotten).toMatchObject({ error: { code: 'not-found' } })
  await ended(till, ids[2] ?? '')
  const page: PaymentPage = await list(till, ids[1] ?? '')
  expect(page.job.items).toBe(page.total)
  expect(await till.store.call('payments.read', { from: span.to, to: span.from })).toMatchObject({
    error: { code: 'bad-input' },
  })
})

test('where nobody knows the currency it has two decimals, and more digits are kept in the sum and the table', async () => {
  const till = await openTill(3, { me: false })
  till.payments[1] = { ...payment(1), amount: 10.125 }
  const id = await read(till)
  await ended(till, id)
  expect(await list(till, id)).toMatchObject({
    decimals: 2,
    toCheck: 0,
    rounded: 1,
    counting: { count: 2, amount: 101_213 },
  })
  const input = { jobId: id, filter: everything }
  expect(valueOf(await till.store.call('payments.table', input))).toContain(',10.125,0,')
})

test('a payment with an unreadable amount must be checked: it is in no sum, counted separately, and named in the table', async () => {
  const till = await openTill(12)
  const odd = (nth: number, more: object) => {
    till.payments[nth] = { ...payment(nth), ...more }
  }
  odd(1, { voidedAt: 1_763_651_270_106 })
  odd(2, { voidedAt: true })
  odd(3, { voidedAt: {} })
  odd(4, { amount: [5] })
  odd(5, { tipAmount: 'some' })
  odd(6, { amount: 90_000_000_000_000 })
  odd(8, { voidedAt: false })
  odd(9, { voidedAt: '', amount: '1009', tipAmount: null })
  const id = await read(till)
  await ended(till, id)
  const page = await list(till, id)
  expect(page).toMatchObject({
    total: 12,
    toCheck: 6,
    counting: sumOf([7, 8, 9, 10, 11]),
    voided: sumOf([0]),
  })
  expect(page.payments.map(({ id: name, toCheck }) => [name, toCheck.join()])).toEqual(
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((nth) => [
      `p${String(nth)}`,
      { 1: 'voidedAt', 2: 'voidedAt', 3: 'voidedAt', 4: 'amount', 5: 'tipAmount', 6: 'amount' }[
        nth
      ] ?? '',
    ]),
  )
  const toCheck = await list(till, id, { ...everything, voided: 'to-check' })
  expect(toCheck).toMatchObject({ total: 6, toCheck: 6, counting: { count: 0, amount: 0 } })
  const counting = await list(till, id, { ...everything, voided: false })
  expect(counting).toMatchObject({ total: 5, toCheck: 0 })
  const input = { jobId: id, filter: everything }
  const table = valueOf(await till.store.call('payments.table', input))
  expect(table).toMatch(/^p4,.*,m1,Débito,,0,,s0,,staff,,false,amount$/m)
  expect(table).toMatch(/^p1,.*,1001,0,,s0,,staff,,false,voidedAt$/m)
})

test('“No method” is a row of its own, with the payments that have a name alone', async () => {
  const till = await openTill(6)
  const none = { paymentMethodId: null }
  till.payments[1] = { ...payment(1), ...none, paymentMethodName: 'Efectivo' }
  till.payments[2] = { ...payment(2), ...none, paymentMethodName: null }
  const id = await read(till)
  await ended(till, id)
  const { methods } = await list(till, id)
  expect(methods.map(({ name, counting }) => [name, counting.count])).toEqual([
    [null, 2],
    ['Crédito', 1],
    ['Débito', 1],
    ['Efectivo', 1],
  ])
  const input = { jobId: id, filter: { ...everything, methodId: '' } }
  const table = valueOf(await till.store.call('payments.table', input))
  expect(table.match(/,,No method,/g)).toHaveLength(2)
})

test('payments that began to be read before the store’s zone was known go on by its days', async () => {
  const till = await openTill(500, { me: false })
  // In the last hours of the last day, by the store's clock.
  till.payments.push({ ...payment(500), createdAt: '2026-11-21T02:30:00.000Z' })
  till.before = (page) => (page === 3 ? { status: 500 } : undefined)
  const id = await read(till)
  expect(await ended(till, id)).toMatchObject({ state: 'stopped', pages: 2, items: 200 })
  till.store.practice.behave()
  valueOf(await till.store.call('connection.resume', {}))
  await expect
    .poll(async () => valueOf(await till.store.call('status.get', {})).store?.timeZone)
    .toBe('America/Santiago')
  till.before = () => undefined
  valueOf(await till.store.call('jobs.steer', { jobId: id, how: 'resume' }))
  expect(await ended(till, id)).toMatchObject({ state: 'done', pages: 6, items: 501, outside: 0 })
  const asked = till.asked.filter((each) => each.includes('tab-payments')).slice(3)
  expect(asked).toHaveLength(6)
  for (const each of asked) expect(each).toContain('toDate=2026-11-21T06:59:59.999Z')
})
