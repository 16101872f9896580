import { listCoupons } from '#platform/coupons.ts'
import { metValues, objectsAt } from './met.ts'
import { isUnchanged, joined, shown, type Shown } from './proof.ts'
import type { Round } from './round.ts'

/** The most that a page holds (api.md, Limits): whole lists tell more. */
const limit = 100

/** The coupon list (api.md shows all its names), which can tell some words and how a query carries an array. */
export async function examineCoupons(round: Round): Promise<void> {
  const list = await round.attempt('listCoupons', listCoupons)
  if (!list.result.ok) return
  const all = await round.ask(listCoupons, { query: { limit } })
  const types = ['couponDeliveryDiscountTypes'] as const
  round.prove(metValues(round.dialect, types, 'deliveryDiscountType', objectsAt(all.raw, 'items')))
  const [one, other] = round.stores
  if (one === undefined || other === undefined) return

  const forStores = async (...storesIds: string[]): Promise<Shown> =>
    shown((await round.ask(listCoupons, { query: { storesIds, limit } })).result)
  const ofOne = await forStores(one)
  const ofBoth = await forStores(one, other)
  const proof = joined(ofOne, await forStores(other), ofBoth)
  if (proof !== 'unclear') {
    round.prove({ queryArrays: proof })
    return
  }
  const someAreOfAStore =
    all.result.ok &&
    all.result.value.items.some(({ requiresStoresIds }) => (requiresStoresIds ?? []).length > 0)
  // A store that does not exist cannot have every coupon that other stores keep to themselves.
  if (someAreOfAStore && isUnchanged(shown(all.result), await forStores('no-such-store')))
    round.prove({ queryArrays: 'contradicted' })
}
