import { shallowRef } from 'vue'
import type { StockKey } from '#contract/stock.ts'

/** Several items, chosen to act on once. */
export function useSelection() {
  /** Null: nobody is choosing. */
  const selected = shallowRef<ReadonlySet<StockKey> | null>(null)

  function toggle(key: StockKey): void {
    const next = new Set(selected.value)
    if (!next.delete(key)) next.add(key)
    selected.value = next
  }

  function add(keys: Iterable<StockKey>): void {
    selected.value = new Set([...(selected.value ?? []), ...keys])
  }

  return {
    selected,
    toggle,
    add,
    start: (keys: Iterable<StockKey> = []) => void (selected.value = new Set(keys)),
    stop: () => void (selected.value = null),
  }
}
