import { onScopeDispose, shallowRef, toValue, watch, type MaybeRefOrGetter, type Ref } from 'vue'

/**
 * The value once it hasn't changed for `restMs`, so that half-typed text starts no request; at once
 * when it is emptied. Text is trimmed.
 */
export function useSettled<Value>(
  chosen: MaybeRefOrGetter<Value>,
  restMs = 250,
): Readonly<Ref<Value>> {
  const now = (): Value => {
    const value = toValue(chosen)
    return typeof value === 'string' ? (value.trim() as Value) : value
  }
  const settled = shallowRef(now())
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(now, (value) => {
    clearTimeout(timer)
    const settle = () => void (settled.value = value)
    if (value === '') settle()
    else timer = setTimeout(settle, restMs)
  })
  onScopeDispose(() => clearTimeout(timer))
  return settled
}
