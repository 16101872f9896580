import { existsSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Coupon, CouponChange, CouponList, CouponValues } from '#contract/coupons.ts'
import { FakeClock } from './fake-clock.ts'
import type { GoBetween } from './go-between.ts'
import { openTestStore, type TestStore } from './kitchen.ts'

/** Ten per cent for new users, without an end. */
export const welcome = 'cpn-bienvenida'
/** For two e-mail addresses. */
export const office = 'cpn-almuerzo-oficina'

/** A page of the list, the first one where nothing is wished. */
export async function list(
  store: TestStore,
  wish: { words?: string; onlyThisStore?: boolean; page?: number } = {},
): Promise<CouponList> {
  const input = { words: '', onlyThisStore: false, page: 1, ...wish }
  const answer = await store.call('coupons.list', input)
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}

/** A store that has read its coupons. */
export async function openCoupons(between?: GoBetween) {
  const clock = new FakeClock(new Date().toISOString())
  const store = await openTestStore({ clock, ...(between === undefined ? {} : { between }) })
  await list(store)
  return { store, clock }
}

export async function read(store: TestStore, couponId: string): Promise<Coupon> {
  const answer = await store.call('coupons.read', { couponId })
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}

let changes = 0
/** Somebody who saw `before` wants `changed`. */
export const change = (
  store: TestStore,
  couponId: string,
  before: CouponValues,
  changed: CouponValues,
  changeId = `change-${String(++changes)}`,
) => store.call('coupons.change', { changeId, couponId, before, changed })

/** Lets a little time go by until a change is so far; null where it is over. */
export const becomes = (
  store: TestStore,
  clock: FakeClock,
  couponId: string,
  state: CouponChange['state'] | null,
) =>
  expect
    .poll(
      async () => {
        await clock.advance(500)
        return (await read(store, couponId)).change?.state ?? null
      },
      { interval: 20 },
    )
    .toBe(state)

/** How often the platform took a change of a coupon. */
export const updates = ({ practice }: TestStore, couponId: string): number =>
  practice
    .effects()
    .find(({ operation, subject }) => operation === 'coupon-update' && subject === couponId)
    ?.count ?? 0

/** From now on no request about coupons comes through. */
export const cutOff = ({ practice }: TestStore): void =>
  practice.misbehave({ path: '/ecommerce/coupons', kind: 'drop-before-effect' })

/** All that stands in the database's files, as text. */
export const written = ({ file }: TestStore): string =>
  [file, `${file}-wal`]
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'latin1'))
    .join('')
