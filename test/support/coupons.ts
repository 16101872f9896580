import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Coupon, CouponList, CouponValues } from '#contract/coupons/coupons.ts'
import { needsDecision, type DeliveryChoice } from '#contract/deliveries/delivery.ts'
import { FakeClock } from './fake-clock.ts'
import type { GoBetween } from './go-between.ts'
import { openTestStore, type TestStore } from './kitchen.ts'

/** Ten per cent for new guests, without an end. */
export const welcome = 'cpn-bienvenida'
/** For two e-mail addresses. */
export const office = 'cpn-almuerzo-oficina'

/** A page of the list; the first one by default. */
export async function list(
  store: TestStore,
  search: { text?: string; onlyThisStore?: boolean; page?: number } = {},
): Promise<CouponList> {
  const input = { text: '', onlyThisStore: false, page: 1, ...search }
  const answer = await store.call('coupons.list', input)
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}

export async function openCoupons(between?: GoBetween) {
  const clock = new FakeClock(new Date().toISOString())
  const store = await openTestStore({ clock, ...(between === undefined ? {} : { between }) })
  await list(store)
  return { store, clock }
}

export async function read(store: TestStore, couponId: string): Promise<Coupon> {
  const answer = await store.call('coupons.get', { couponId })
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}

let changes = 0
export const change = (
  store: TestStore,
  couponId: string,
  before: CouponValues,
  changed: CouponValues,
  changeId = `change-${String(++changes)}`,
) => store.call('coupons.change', { changeId, couponId, before, changed })

export const decide = (store: TestStore, subject: string, choice: DeliveryChoice) =>
  store.call('deliveries.decide', { entries: [{ kind: 'coupon-change', subject }], choice })

/**
 * The delivery state of a coupon's change, with the reason; `!` if a person has to decide. Null if
 * it is done.
 */
export async function stateOf(store: TestStore, couponId: string): Promise<string | null> {
  const { change } = await read(store, couponId)
  if (change === null) return null
  const { state, reason } = change.delivery
  const sentence = reason === undefined ? state : `${state} ${reason}`
  return needsDecision(change.delivery) ? `${sentence}!` : sentence
}

/** Advances the clock until a change has this state (`stateOf`). */
export const becomes = (
  store: TestStore,
  clock: FakeClock,
  couponId: string,
  state: string | null,
) =>
  expect
    .poll(
      async () => {
        await clock.advance(500)
        return stateOf(store, couponId)
      },
      { interval: 20 },
    )
    .toBe(state)

export const updates = ({ practice }: TestStore, couponId: string): number =>
  practice
    .effects()
    .find(({ operation, subject }) => operation === 'coupon-update' && subject === couponId)
    ?.count ?? 0

/** From now on no request about coupons gets through. */
export const dropCouponRequests = ({ practice }: TestStore): void =>
  practice.misbehave({ path: '/ecommerce/coupons', kind: 'drop-before-effect' })

export const databaseText = ({ file }: TestStore): string =>
  [file, `${file}-wal`]
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'latin1'))
    .join('')
