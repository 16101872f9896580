import { onScopeDispose, shallowRef, toValue, watch, type MaybeRefOrGetter, type Ref } from 'vue'

/**
 * What is typed or chosen, once it stays so for `restMs`: what is half typed is asked for by nobody. At once where it is
 * emptied. A text comes without the spaces around it.
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
