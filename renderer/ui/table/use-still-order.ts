import { computed, onBeforeUnmount, shallowRef, watch } from 'vue'

/** The rows stay at their places for this long after a hand moved over them. */
const stillMs = 1_500

/** The stores in an earlier order, with what they are now; new ones come last. */
export function inOrderOf<Store extends { id: string }>(
  order: readonly string[],
  stores: readonly Store[],
): Store[] {
  const byId = new Map(stores.map((store) => [store.id, store]))
  const ordered = order.flatMap((id) => byId.get(id) ?? [])
  const before = new Set(order)
  return [...ordered, ...stores.filter(({ id }) => !before.has(id))]
}

/**
 * Keeps the order while a pointer or a key is used on the table, so that a tap doesn't open the
 * store that has just moved there. `filter` is what a person chose: a change of it counts at once.
 */
export function useStillOrder<Store extends { id: string }>(
  stores: () => readonly Store[],
  filter: () => unknown,
) {
  const order = shallowRef<string[] | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined
  const release = (): void => void (order.value = null)
  const rows = computed(() => (order.value === null ? stores() : inOrderOf(order.value, stores())))

  function hold(): void {
    order.value ??= rows.value.map(({ id }) => id)
    clearTimeout(timer)
    timer = setTimeout(release, stillMs)
  }

  watch(filter, release)
  onBeforeUnmount(() => clearTimeout(timer))
  return { rows, hold }
}
