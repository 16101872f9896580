import { listCoupons } from '#platform/coupons.ts'
import { observedValues, objectsAt } from './observed-names.ts'
import { isUnchanged, joined, shown, type Shown } from './proof.ts'
import type { Probe } from './probe.ts'

/** The most that a page holds: whole lists tell more. */
const limit = 100

/** The coupon list (whose names are all specified), which can tell some words and how a query carries an array. */
export async function examineCoupons(probe: Probe): Promise<void> {
  const list = await probe.attempt('listCoupons', listCoupons)
  if (!list.result.ok) return
  const all = await probe.ask(listCoupons, { query: { limit } })
  const types = ['couponDeliveryDiscountTypes'] as const
  probe.prove(
    observedValues(probe.dialect, types, 'deliveryDiscountType', objectsAt(all.raw, 'items')),
  )
  const [one, other] = probe.stores
  if (one === undefined || other === undefined) return

  const forStores = async (...storesIds: string[]): Promise<Shown> =>
    shown((await probe.ask(listCoupons, { query: { storesIds, limit } })).result)
  const ofOne = await forStores(one)
  const ofBoth = await forStores(one, other)
  const proof = joined(ofOne, await forStores(other), ofBoth)
  if (proof !== 'unclear') {
    probe.prove({ queryArrays: proof })
    return
  }
  const someAreOfAStore =
    all.result.ok &&
    all.result.value.items.some(({ requiresStoresIds }) => (requiresStoresIds ?? []).length > 0)
  // A store that does not exist cannot have every coupon that other stores keep to themselves.
  if (someAreOfAStore && isUnchanged(shown(all.result), await forStores('no-such-store')))
    probe.prove({ queryArrays: 'contradicted' })
}
