import { onScopeDispose, readonly, shallowRef, watch, type ShallowRef } from 'vue'

/** How long a hand may rest between two letters. */
const pause = 250

/** What somebody types, once the hand has rested: so the host is not asked at every letter. */
export function useSettled<Value>(typed: () => Value): Readonly<ShallowRef<Value>> {
  const settled = shallowRef(typed())
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(typed, (value) => {
    clearTimeout(timer)
    timer = setTimeout(() => (settled.value = value), pause)
  })
  onScopeDispose(() => clearTimeout(timer))
  return readonly(settled) as Readonly<ShallowRef<Value>>
}
