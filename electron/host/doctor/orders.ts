import type { Proof } from '#contract/doctor.ts'
import type { CallResult } from '#platform/call/failure.ts'
import { listOrders, ordersPageSize, readOrder } from '#platform/orders.ts'
import { observedPrefix, observedValues, objectsAt } from './observed-names.ts'
import { emptied, joinedProof, paged, shown, twice, type Shown } from './proof.ts'
import type { Probe } from './probe.ts'

/** No store has this id. */
const noStore = 'no-such-store'

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

/** The order list, one order, and the names that both show. */
export async function examineOrders(probe: Probe): Promise<void> {
  const { dialect, storeId, stores, ask } = probe
  const list = await probe.attempt('listOrders', listOrders)
  probe.prove({ ordersPath: pathProof(list.result) })
  const id = list.result.ok ? list.result.value.items[0]?._id : undefined
  if (typeof id !== 'string') {
    probe.skip('readOrder', 'there is no order to ask for')
  } else {
    const one = await probe.attempt('readOrder', readOrder, { params: { orderId: id } })
    const isOther = one.result.ok && one.result.value._id !== id
    probe.prove({ orderPath: isOther ? 'contradicted' : pathProof(one.result) })
    look(probe, objectsAt(one.raw))
  }
  if (!list.result.ok) return
  look(probe, objectsAt(list.raw, 'items'))

  const base = shown(list.result)
  const pages = await twice(() =>
    paged(base, async ({ page, size }) =>
      shown((await ask(listOrders, { query: { page, limit: size } })).result),
    ),
  )
  const future = await ask(listOrders, { query: { from: probe.farFuture } })
  probe.prove({
    ordersLimitParameter: pages.size,
    ordersPageParameter: pages.page,
    ordersFromParameter: emptied(base, shown(future.result)),
  })
  const limit = pages.size === 'proven' ? ordersPageSize : undefined
  let whole = base
  if (limit !== undefined) {
    const wide = await ask(listOrders, { query: { limit } })
    look(probe, objectsAt(wide.raw, 'items'))
    whole = shown(wide.result)
  }
  if (storeId === null) return
  const real = await ask(listOrders, { query: { storesIds: [storeId] } })
  const nowhere = await ask(listOrders, { query: { storesIds: [noStore] } })
  const byStore = storeProof(base, shown(real.result), nowhere.result, shown(nowhere.result))
  probe.prove({ ordersStoresParameter: byStore })
  const [one, other] = stores
  if (byStore !== 'proven' || one === undefined || other === undefined) return
  const forStores = async (...storesIds: string[]): Promise<Shown> =>
    shown((await ask(listOrders, { query: { storesIds, limit } })).result)
  const proof = await joinedProof({
    base: whole,
    one: await forStores(one),
    other: await forStores(other),
    both: await forStores(one, other),
    oneAndNone: () => forStores(one, noStore),
  })
  // A list that grows contradicts nothing.
  if (proof === 'proven') probe.prove({ queryArrays: 'proven' })

  function look({ prove }: Probe, orders: ReturnType<typeof objectsAt>): void {
    probe.look('driver', objectsAt(orders, 'deliveries', 'driverInformation'))
    const statuses = ['statusesCancelled', 'statusesHandedOver', 'statusesFinal'] as const
    const types = ['deliveryTypeDelivery', 'deliveryTypePickup', 'deliveryTypeTable'] as const
    const reasons = objectsAt(orders, 'cancellationInfo')
    const words = dialect.cancellationReasonFields.split(' ')
    prove({
      ...observedPrefix(dialect, orders),
      ...observedValues(dialect, statuses, 'orderStatus', orders),
      ...observedValues(dialect, types, 'deliveryType', orders),
      ...observedValues(
        dialect,
        ['deliveryStatusesDone'],
        'status',
        objectsAt(orders, 'deliveries'),
      ),
      ...(words.some((word) => reasons.some((reason) => Object.hasOwn(reason, word))) && {
        cancellationReasonFields: 'proven' as const,
      }),
    })
  }
}
