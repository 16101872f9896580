import { listCoupons } from '#platform/coupons.ts'
import { observedWords, objectsAt } from './observed-names.ts'
import { isUnchanged, joinedProof, noStore, shown, type Shown } from './proof.ts'
import type { Probe } from './probe.ts'

/** The most that a page holds: whole lists tell more. */
const limit = 100

/** The coupon list (whose names are all specified), which can tell some words and how a query carries an array. */
export async function examineCoupons(probe: Probe): Promise<void> {
  const list = await probe.attempt(listCoupons)
  if (!list.result.ok) return
  const all = await probe.ask(listCoupons, { query: { limit } })
  const coupons = objectsAt(all.raw, 'items')
  probe.prove(
    observedWords(probe.dialect, 'couponDeliveryDiscountTypes', 'deliveryDiscountType', coupons),
  )
  const base = shown(all.result)
  const ofStores = async (...storesIds: string[]): Promise<Shown> =>
    shown((await probe.ask(listCoupons, { query: { storesIds, limit } })).result)
  const proof = await joinedProof(probe.stores, base, ofStores)
  if (proof === null) return
  if (proof !== 'unclear') {
    probe.prove({ queryArrays: proof })
    return
  }
  const someAreOfAStore =
    all.result.ok &&
    all.result.value.items.some(({ requiresStoresIds }) => (requiresStoresIds ?? []).length > 0)
  // A store that does not exist cannot have every coupon that other stores keep to themselves.
  if (someAreOfAStore && isUnchanged(base, await ofStores(noStore)))
    probe.prove({ queryArrays: 'contradicted' })
}
