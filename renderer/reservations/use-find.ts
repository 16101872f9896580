import { onScopeDispose, shallowRef, watch } from 'vue'
import type { Reservation } from '#contract/reservations/reservations.ts'
import { useBridge } from '../bridge/key.ts'

const pause = 250

/** A search over every day of the book: by name, telephone, code or reference. Null while nothing is searched for. */
export function useFind() {
  const bridge = useBridge()
  const words = shallowRef('')
  const found = shallowRef<readonly Reservation[] | null>(null)
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function ask(): Promise<void> {
    const nth = ++asked
    const wanted = words.value.trim().slice(0, 80)
    if (wanted === '') {
      found.value = null
      return
    }
    const answer = await bridge.call('reservations.find', { words: wanted })
    if (nth === asked && answer.ok) found.value = answer.value
  }
  watch(words, (now) => {
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), now.trim() === '' ? 0 : pause)
  })
  onScopeDispose(() => clearTimeout(timer))
  onScopeDispose(
    bridge.onEvent((event) => {
      if (event.type === 'reservations.changed' && found.value !== null) void ask()
    }),
  )
  return { words, found }
}
