import { computed, onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { Book } from '#contract/reservations/reservations.ts'
import type { AppError } from '#contract/result.ts'
import { useBridge } from '../bridge/key.ts'

/** Days of the book as the host says they are, for as long as they are shown. An older answer never covers a newer one. */
export function useBook(from: Readonly<Ref<string>>, to: Readonly<Ref<string>>) {
  const bridge = useBridge()
  const book = shallowRef<Book | null>(null)
  const error = shallowRef<AppError | null>(null)
  let asked = 0

  async function ask(): Promise<void> {
    const nth = ++asked
    const answer = await bridge.call('reservations.book', { from: from.value, to: to.value })
    if (nth !== asked) return
    error.value = answer.ok ? null : answer.error
    if (answer.ok) book.value = answer.value
  }

  /** Null while what is known is of other days: a day that nobody has answered for is not an empty one. */
  const shown = computed(() => {
    const days = book.value?.days.map(({ day }) => day) ?? []
    return days.includes(from.value) && days.includes(to.value) ? book.value : null
  })

  watch([from, to], () => void ask(), { immediate: true })
  onScopeDispose(
    bridge.onEvent((event) => {
      if (event.type === 'host.replaced') book.value = null
      const isOurs =
        event.type === 'reservations.changed' &&
        (event.days.length === 0 || event.days.some((day) => day >= from.value && day <= to.value))
      // The limit of covers stands there, and the days' hours come with the menu.
      const others = ['settings.changed', 'stock.replaced', 'host.replaced', 'events.missed']
      if (isOurs || others.includes(event.type)) void ask()
    }),
  )
  return { book, shown, error, ask }
}
