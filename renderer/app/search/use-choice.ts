import { computed, shallowRef, watch } from 'vue'
import type { SearchGroup, SearchOption } from './use-search.ts'

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

/**
 * The chosen option: the first one until somebody chooses another. It stays chosen wherever it
 * moves, until the text changes or it is gone.
 */
export function useChoice(text: () => string, groups: () => readonly SearchGroup[]) {
  const options = computed(() => groups().flatMap((group) => group.options))
  const key = shallowRef<string | null>(null)
  watch(
    [text, options],
    ([now, all], [before]) => {
      const isHere = all.some((option) => option.key === key.value)
      if (now !== before || !isHere) key.value = all[0]?.key ?? null
    },
    { immediate: true },
  )

  return {
    options,
    chosen: computed(() => options.value.find((option) => option.key === key.value) ?? null),
    choose: (option: SearchOption) => void (key.value = option.key),
    /** Answers whether the key moves the choice. */
    move(pressed: string): boolean {
      const step = steps[pressed]
      const all = options.value
      if (step === undefined || all.length === 0) return false
      const at = all.findIndex((option) => option.key === key.value)
      key.value = all[step(at, all.length)]?.key ?? null
      return true
    },
  }
}
