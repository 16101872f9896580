import { computed, onScopeDispose, shallowRef, watch } from 'vue'
import type { CouponList } from '#contract/coupons/coupons.ts'
import type { AppError } from '#contract/result.ts'
import { useBridge } from '../../bridge/key.ts'
import { useCoupons } from '../coupons.ts'

/** How long a hand may rest between two letters before what is written is asked for. */
const pause = 250
export const pageSize = 50

/** A page of the coupons: what is searched for, which page, and what the host answered last. */
export function useCouponList() {
  const bridge = useBridge()
  const coupons = useCoupons()
  const words = shallowRef('')
  const onlyThisStore = shallowRef(false)
  const page = shallowRef(1)
  const list = shallowRef<CouponList | null>(null)
  /** What the shown list was searched for. */
  const found = shallowRef({ words: '', onlyThisStore: false })
  const error = shallowRef<AppError | null>(null)
  const asking = shallowRef(false)
  let asked = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function ask(): Promise<void> {
    clearTimeout(timer)
    const nth = ++asked
    const wanted = { words: words.value.trim(), onlyThisStore: onlyThisStore.value }
    asking.value = true
    const answer = await bridge.call('coupons.list', { ...wanted, page: page.value })
    // An answer to an older question is not shown.
    if (nth !== asked) return
    asking.value = false
    error.value = answer.ok ? answer.value.error : answer.error
    if (!answer.ok) return
    coupons.take(answer.value.coupons)
    list.value = answer.value
    found.value = wanted
  }

  watch(words, (now, before) => {
    if (now.trim() === before.trim()) return
    page.value = 1
    clearTimeout(timer)
    timer = setTimeout(() => void ask(), pause)
  })
  watch(onlyThisStore, () => {
    page.value = 1
    void ask()
  })
  onScopeDispose(() => clearTimeout(timer))

  function turn(to: number): void {
    page.value = to
    void ask()
  }

  /** As they are now, which may be newer than the list. */
  const shown = computed(() =>
    (list.value?.coupons ?? []).map((coupon) => coupons.known.get(coupon.id) ?? coupon),
  )
  void ask()
  return { words, onlyThisStore, page, list, found, shown, error, asking, ask, turn }
}
