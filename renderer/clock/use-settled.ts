import { onScopeDispose, readonly, shallowRef, watch, type Ref } from 'vue'

/** How long a hand may rest between two letters, in ms, before what is typed is asked for. */
const rest = 250

/** What is typed, without spaces around it, once the hand rests; at once where the field is emptied. */
export function useSettled(typed: Readonly<Ref<string>>): Readonly<Ref<string>> {
  const settled = shallowRef(typed.value.trim())
  let timer: ReturnType<typeof setTimeout> | undefined
  watch(typed, (now) => {
    clearTimeout(timer)
    const settle = () => void (settled.value = now.trim())
    if (now.trim() === '') settle()
    else timer = setTimeout(settle, rest)
  })
  onScopeDispose(() => clearTimeout(timer))
  return readonly(settled)
}
