import { onScopeDispose, shallowRef, watch } from 'vue'
import type { GuestOrder } from '#contract/guests/fields.ts'
import type { GuestList } from '#contract/guests/guests.ts'
import type { AppError } from '#contract/result.ts'
import { useBridge } from '../../bridge/key.ts'

/** How long a hand may rest between two letters before what is written is asked for. */
const pause = 250
export const pageSize = 50

/** A page of the guests: what is searched for, in which order, which page, and what the platform answered last. */
export function useGuestList() {
  const bridge = useBridge()
  const words = shallowRef('')
  const order = shallowRef<GuestOrder>('joined')
  /** One of the platform's words; null for everybody. */
  const status = shallowRef<string | null>(null)
  /** The words that it has, from the last answer. */
  const statuses = shallowRef<readonly string[]>([])
  const page = shallowRef(1)
  const list = shallowRef<GuestList | null>(null)
  /** What the shown list was searched for. */
  const found = shallowRef('')
  const error = shallowRef<AppError | null>(null)
  const asking = shallowRef(false)
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function ask(): Promise<void> {
    clearTimeout(timer)
    const nth = ++asked
    const wanted = words.value.trim()
    asking.value = true
    const answer = await bridge.call('guests.list', {
      words: wanted,
      page: page.value,
      ...(order.value === 'joined' ? {} : { order: order.value }),
      ...(status.value === null ? {} : { status: status.value }),
    })
    // An answer to an older question is not shown.
    if (nth !== asked) return
    asking.value = false
    error.value = answer.ok ? null : answer.error
    if (!answer.ok) return
    list.value = answer.value
    statuses.value = answer.value.statuses
    found.value = wanted
  }

  watch(words, (now, before) => {
    if (now.trim() === before.trim()) return
    page.value = 1
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), pause)
  })
  // What stands there is of another choice.
  watch([order, status], () => {
    page.value = 1
    list.value = null
    void ask()
  })
  onScopeDispose(() => clearTimeout(timer))
  onScopeDispose(
    bridge.onEvent(({ type }) => {
      if (type === 'host.replaced') list.value = null
      if (type === 'host.replaced' || type === 'events.missed') void ask()
    }),
  )

  function turn(to: number): void {
    page.value = to
    void ask()
  }

  void ask()
  return { words, order, status, statuses, page, list, found, error, asking, ask, turn }
}
