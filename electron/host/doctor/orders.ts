import type { Proof } from '#contract/doctor.ts'
import type { CallResult } from '#platform/call/failure.ts'
import { listOrders, ordersPageSize, readOrder } from '#platform/orders.ts'
import { proveList, type ListChecks, type QueryOf } from './checks.ts'
import { observedPrefix, observedValues, objectsAt, type Wire } from './observed-names.ts'
import { emptied, joinedProof, noStore, shown, type Shown } from './proof.ts'
import type { Probe } from './probe.ts'

type OrdersQuery = QueryOf<typeof listOrders>

const orderChecks: ListChecks<OrdersQuery> = {
  pages: [
    'ordersLimitParameter',
    'ordersPageParameter',
    ({ page, size }) => ({ page, limit: size }),
  ],
  checks: [['ordersFromParameter', ({ farFuture }) => [{ from: farFuture }], emptied]],
}

/** A field, where in an order it is, and the names whose value may stand in it. */
const orderValues = [
  ['orderStatus', [], ['statusesCancelled', 'statusesHandedOver', 'statusesFinal']],
  ['deliveryType', [], ['deliveryTypeDelivery', 'deliveryTypePickup', 'deliveryTypeTable']],
  ['status', ['deliveries'], ['deliveryStatusesDone']],
] as const

/** A path of the dialect, by what came of it. */
function pathProof(result: CallResult<unknown>): Proof {
  if (result.ok) return 'proven'
  const { kind, status } = result.failure
  return kind === 'answered' && (status === 404 || status === 405) ? 'contradicted' : 'not-reached'
}

const saidNo = (result: CallResult<unknown>): boolean =>
  !result.ok &&
  result.failure.kind === 'answered' &&
  [400, 403, 404, 422].includes(result.failure.status ?? 0)

/** The filter by store: a store that has orders, beside one that does not exist. */
function storeProof(base: Shown, real: Shown, nowhere: CallResult<unknown>, none: Shown): Proof {
  if (real === 'refused') return 'contradicted'
  if (real === null || real.keys.length === 0) return 'unclear'
  return saidNo(nowhere) ? 'proven' : emptied(base, none)
}

/** Looks for names in orders as they came. */
function lookAt({ dialect, prove, look }: Probe, orders: readonly Wire[]): void {
  look('driver', objectsAt(orders, 'deliveries', 'driverInformation'))
  prove(observedPrefix(dialect, orders))
  for (const [field, at, names] of orderValues)
    prove(observedValues(dialect, names, field, objectsAt(orders, ...at)))
  const reasons = objectsAt(orders, 'cancellationInfo')
  const words = dialect.cancellationReasonFields.split(' ')
  if (words.some((word) => reasons.some((reason) => Object.hasOwn(reason, word))))
    prove({ cancellationReasonFields: 'proven' })
}

/** The order list, one order, and the names that both show. */
export async function examineOrders(probe: Probe): Promise<void> {
  const { storeId, ask, prove } = probe
  const list = await probe.attempt(listOrders)
  prove({ ordersPath: pathProof(list.result) })
  const id = list.result.ok ? list.result.value.items[0]?._id : undefined
  if (typeof id === 'string') {
    const one = await probe.attempt(readOrder, { params: { orderId: id } })
    const isOther = one.result.ok && one.result.value._id !== id
    prove({ orderPath: isOther ? 'contradicted' : pathProof(one.result) })
    lookAt(probe, objectsAt(one.raw))
  } else probe.skip(readOrder, 'there is no order to ask for')
  if (!list.result.ok) return
  lookAt(probe, objectsAt(list.raw, 'items'))

  const base = shown(list.result)
  const ordersOf = async (query: OrdersQuery): Promise<Shown> =>
    shown((await ask(listOrders, { query })).result)
  const { ordersLimitParameter } = await proveList(probe, base, ordersOf, orderChecks)
  const limit = ordersLimitParameter === 'proven' ? ordersPageSize : undefined
  let whole = base
  if (limit !== undefined) {
    const wide = await ask(listOrders, { query: { limit } })
    lookAt(probe, objectsAt(wide.raw, 'items'))
    whole = shown(wide.result)
  }
  if (storeId === null) return
  const real = await ordersOf({ storesIds: [storeId] })
  const nowhere = await ask(listOrders, { query: { storesIds: [noStore] } })
  const byStore = storeProof(base, real, nowhere.result, shown(nowhere.result))
  prove({ ordersStoresParameter: byStore })
  if (byStore !== 'proven') return
  const several = await joinedProof(probe.stores, whole, (...storesIds) =>
    ordersOf({ storesIds, limit }),
  )
  // A list that grows contradicts nothing.
  if (several === 'proven') prove({ queryArrays: 'proven' })
}
