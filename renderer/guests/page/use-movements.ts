import { computed, shallowRef, watch } from 'vue'
import type { GuestMovements } from '#contract/guests/guests.ts'
import type { movementTypes } from '#contract/guests/fields.ts'
import type { AppError } from '#contract/result.ts'
import { useBridge } from '../../bridge/key.ts'

export type MovementType = (typeof movementTypes)[number]

/** A page of one guest's movements, by day and by type. Never asked without whose they are. */
export function useMovements(serviceUserId: string) {
  const bridge = useBridge()
  const from = shallowRef('')
  const to = shallowRef('')
  const type = shallowRef<MovementType | ''>('')
  const page = shallowRef(1)
  const list = shallowRef<GuestMovements | null>(null)
  const error = shallowRef<AppError | null>(null)
  const asking = shallowRef(false)
  /** The platform refuses it: nothing is asked until the days are put right. */
  const isBackwards = computed(() => from.value !== '' && to.value !== '' && from.value > to.value)
  let asked = 0

  async function ask(): Promise<void> {
    const nth = ++asked
    asking.value = !isBackwards.value
    if (isBackwards.value) return
    const answer = await bridge.call('guests.movements', {
      serviceUserId,
      from: from.value === '' ? null : from.value,
      to: to.value === '' ? null : to.value,
      type: type.value === '' ? null : type.value,
      page: page.value,
    })
    if (nth !== asked) return
    asking.value = false
    error.value = answer.ok ? null : answer.error
    if (answer.ok) list.value = answer.value
  }

  watch([from, to, type], () => {
    page.value = 1
    void ask()
  })
  function turn(next: number): void {
    page.value = next
    void ask()
  }
  void ask()
  return { from, to, type, page, list, error, asking, isBackwards, ask, turn }
}
