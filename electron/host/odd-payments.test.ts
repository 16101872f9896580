import { expect, test } from 'vitest'
import type { PaymentFilter, PaymentPage, PaymentSum } from '#contract/payments/payments.ts'
import type { ShiftSums } from '#contract/shifts/shifts.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import { openOddTill, type OddPayment, type OddTill } from '#test/support/odd-till.ts'
import { readShift, searchUntil } from '#test/support/shifts.ts'

/*
 * Shifts with payments as awkward as they come, made by chance of a seed, read over real HTTP. What the payments room and the
 * close-out make of them is compared with sums that are reckoned here, in whole numbers, by nothing that is tested.
 */

const hour = 3_600_000
const day = 24 * hour
const now = Date.now()
const iso = (at: number): string => new Date(at).toISOString()

/** Seeded numbers from 0 up to 1. */
function chanceOf(seed: number) {
  let state = seed
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const below = (max: number): number => Math.floor(next() * max)
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
  return { next, below, pick }
}

type Chance = ReturnType<typeof chanceOf>

const odd: readonly unknown[] = ['a lot', '5,5', true, [5], { amount: 5 }, 'NaN', 9e14, 1e300]

/** An amount with this many decimals, as a number or as text. */
function makeAmount({ below, next, pick }: Chance, decimals: number): unknown {
  if (next() < 0.08) return pick([...odd, null, undefined])
  const digits = pick([decimals, decimals, decimals, 3, 5])
  const amount = (below(200_000) - 20_000) / 10 ** digits
  return next() < 0.2 ? amount.toFixed(digits) : amount
}

function makeTip(chance: Chance, decimals: number): unknown {
  const { next, pick } = chance
  if (next() < 0.5) return pick([0, null, undefined, '', '0'])
  return next() < 0.1 ? pick(odd) : makeAmount(chance, decimals)
}

const voids: readonly unknown[] = [iso(now - day), '2026-11-20T15:07:50-03:00']
const noVoids: readonly unknown[] = [null, undefined, '', 'null', false, 'false']
const oddVoids: readonly unknown[] = [
  true,
  'true',
  1,
  0,
  now,
  Math.floor(now / 1000),
  'yes',
  {},
  [],
]

function makeVoid({ next, pick }: Chance): unknown {
  const kind = next()
  if (kind < 0.1) return pick(voids)
  return kind < 0.2 ? pick(oddVoids) : pick(noVoids)
}

const methods: readonly object[] = [
  { paymentMethodId: 'cash', paymentMethodName: 'Cash' },
  { paymentMethodId: 'v1', paymentMethodName: 'Visa' },
  { paymentMethodId: 'v2', paymentMethodName: 'Visa' },
  { paymentMethodId: 'btc', paymentMethodName: 'Bitcoin' },
  { paymentMethodName: 'Bitcoin' },
  { paymentMethodId: null, paymentMethodName: null },
  { paymentMethodId: '', paymentMethodName: 'Bitcoin' },
  { paymentMethodId: 'unnamed' },
]

interface Shift {
  _id: string
  startedAt: string
  endedAt: string | null
}

const shiftOf = (nth: number): Shift => {
  const startedAt = now - (nth * 2 + 1) * day
  return { _id: `s${String(nth)}`, startedAt: iso(startedAt), endedAt: iso(startedAt + 9 * hour) }
}

/** Payments of a shift: most within it, some days before or after. */
function makePayments(chance: Chance, shift: Shift, decimals: number): OddPayment[] {
  const { below, next, pick } = chance
  return Array.from({ length: 4 + below(20) }, (_each, nth) => {
    const far = next() < 0.15 ? (next() - 0.5) * 30 * day : 0
    const at = Date.parse(shift.startedAt) + next() * 9 * hour + far
    return {
      _id: `${shift._id}-${String(nth)}`,
      shiftId: shift._id,
      createdAt: iso(Math.min(at, now - hour)),
      amount: makeAmount(chance, decimals),
      tipAmount: makeTip(chance, decimals),
      voidedAt: makeVoid(chance),
      ...pick(methods),
    }
  })
}

/** Enough decimals for any amount here. */
const scale = 10n ** 12n

/** The exact amount, `scale` per major unit; null if it is not an amount. */
function exactOf(value: unknown): bigint | null {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : ''
  const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)
  if (parts === null) return null
  const [, sign, whole = '', fraction = ''] = parts
  const exact = BigInt(whole) * scale + BigInt(fraction.padEnd(12, '0'))
  if (exact > 100_000_000n * scale) return null
  return sign === '-' ? -exact : exact
}

function toMinor(exact: bigint, decimals: number): number {
  const unit = scale / 10n ** BigInt(decimals)
  const size = ((exact < 0n ? -exact : exact) * 2n + unit) / (unit * 2n)
  return Number(exact < 0n ? -size : size)
}

interface Reckoned {
  counting: { count: number; amount: bigint; tips: bigint }
  voided: { count: number; amount: bigint; tips: bigint }
  toCheck: number
}

/** The sum of the payments, and how many can't be added. */
function reckon(payments: readonly OddPayment[]): Reckoned {
  const sums: Reckoned = {
    counting: { count: 0, amount: 0n, tips: 0n },
    voided: { count: 0, amount: 0n, tips: 0n },
    toCheck: 0,
  }
  for (const { amount, tipAmount, voidedAt } of payments) {
    const paid = exactOf(amount)
    const isTipped = tipAmount !== null && tipAmount !== undefined && tipAmount !== ''
    const tip = isTipped ? exactOf(tipAmount) : 0n
    const isDoubtful = !noVoids.includes(voidedAt) && !voids.includes(voidedAt)
    if (paid === null || tip === null || isDoubtful) {
      sums.toCheck += 1
      continue
    }
    const into = voids.includes(voidedAt) ? sums.voided : sums.counting
    into.count += 1
    into.amount += paid
    into.tips += tip
  }
  return sums
}

const methodOf = ({ paymentMethodId }: OddPayment): string =>
  typeof paymentMethodId === 'string' ? paymentMethodId : ''

/** The same for each method. */
function reckonByMethod(payments: readonly OddPayment[]): Map<string, Reckoned> {
  const groups = Map.groupBy(payments, methodOf)
  return new Map([...groups].map(([methodId, group]) => [methodId, reckon(group)]))
}

const inMinor = ({ count, amount, tips }: Reckoned['counting'], decimals: number): PaymentSum => ({
  count,
  amount: toMinor(amount, decimals),
  tips: toMinor(tips, decimals),
})

const pageSums = (sums: Reckoned, decimals: number) => ({
  counting: inMinor(sums.counting, decimals),
  voided: inMinor(sums.voided, decimals),
  toCheck: sums.toCheck,
})

function shiftSums(sums: Reckoned, decimals: number): Partial<ShiftSums> {
  const { count: payments, ...paid } = inMinor(sums.counting, decimals)
  const { count, ...voided } = inMinor(sums.voided, decimals)
  return { payments, ...paid, voided: { payments: count, ...voided }, toCheck: sums.toCheck }
}

const everything: PaymentFilter = { methodId: null, shiftId: null, voided: null }

async function readRoom({
  store,
}: OddTill): Promise<(filter: PaymentFilter) => Promise<PaymentPage>> {
  const [from, to] = [now - 60 * day, now + day].map((at) => iso(at).slice(0, 10))
  const { id } = valueOfOk(await store.call('payments.read', { from: from ?? '', to: to ?? '' }))
  const page = async (filter: PaymentFilter) =>
    valueOfOk(await store.call('payments.list', { jobId: id, filter, page: 1 }))
  await expect.poll(async () => (await page(everything)).job.state).toBe('done')
  return page
}

test.for([
  ['KW', 3, 7, 1],
  ['CL', 0, 7, 2],
  ['US', 2, 6, 3],
] as const)(
  'in %s (%d decimals) the payments room and the close-outs of %d odd shifts come to what their payments do',
  async ([country, decimals, count, seed]) => {
    const chance = chanceOf(seed)
    const shifts = Array.from({ length: count }, (_each, nth) => shiftOf(nth))
    const payments = shifts.flatMap((shift) => makePayments(chance, shift, decimals))
    const of = (shift: Shift) => payments.filter(({ shiftId }) => shiftId === shift._id)
    const till = await openOddTill({ payments, shifts, country })
    const { store } = till

    const page = await readRoom(till)
    const all = await page(everything)
    expect(all).toMatchObject({ total: payments.length, decimals })
    expect(all).toMatchObject(pageSums(reckon(payments), decimals))
    expect(all.toCheck).toBeGreaterThan(0)
    expect(all.rounded).toBeGreaterThan(0)
    const byMethod = reckonByMethod(payments)
    expect(all.methods).toHaveLength(byMethod.size)
    for (const method of all.methods) {
      const sums = byMethod.get(method.methodId ?? '')
      expect(method).toMatchObject(sums === undefined ? {} : pageSums(sums, decimals))
    }

    valueOfOk(await store.call('shifts.find', { days: 62 }))
    const listed = new Map((await searchUntil(store)).shifts.map((each) => [each.id, each]))
    for (const shift of shifts) {
      await readShift(store, shift._id)
      const view = valueOfOk(await store.call('shifts.reveal', { shiftId: shift._id }))
      const sums = reckon(of(shift))
      expect(view.currency.decimals).toBe(decimals)
      expect(view).toMatchObject({ job: { complete: true }, missing: 0 })
      expect(view.figures?.all).toMatchObject(shiftSums(sums, decimals))
      expect(view.figures?.unreadAmounts).toBe(sums.toCheck)
      const withTips = sums.counting.amount + sums.counting.tips
      expect(view.figures?.paid.outside).toBe(toMinor(withTips, decimals))
      const methodsOfShift = reckonByMethod(of(shift))
      expect(view.figures?.byMethod).toHaveLength(methodsOfShift.size)
      for (const method of view.figures?.byMethod ?? []) {
        const own = methodsOfShift.get(method.methodId)
        expect(method).toMatchObject(own === undefined ? {} : shiftSums(own, decimals))
        if (method.methodId === '') expect(method.name).toBe('No method')
      }
      const ofRoom = await page({ ...everything, shiftId: shift._id })
      expect(ofRoom).toMatchObject(pageSums(sums, decimals))
      expect(listed.get(shift._id)).toMatchObject({
        payments: sums.counting.count,
        voided: sums.voided.count,
        toCheck: sums.toCheck,
      })
    }
  },
)
