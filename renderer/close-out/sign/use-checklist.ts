import { computed, shallowRef, watch } from 'vue'
import type { AppError } from '#contract/result.ts'
import type { ChecklistItem, ShiftView } from '#contract/shifts/shifts.ts'
import { useBridge } from '../../bridge/key.ts'

/** What to look at before signing, asked for anew whenever the shift changes, and what somebody has ticked as seen. */
export function useChecklist(view: () => ShiftView) {
  const bridge = useBridge()
  const items = shallowRef<ChecklistItem[] | null>(null)
  const error = shallowRef<AppError | null>(null)
  const seen = shallowRef<ReadonlySet<string>>(new Set())
  let asked = 0

  /** What is ticked is what was seen: another number of it is something else. */
  const keyOf = ({ code, count }: ChecklistItem): string => `${code} ${String(count)}`

  async function refresh(): Promise<void> {
    const nth = ++asked
    const answer = await bridge.call('shifts.checklist', { shiftId: view().shiftId })
    if (nth !== asked) return
    error.value = answer.ok ? null : answer.error
    if (answer.ok) items.value = answer.value
  }
  watch(() => view().revision, refresh, { immediate: true })

  const isSeen = (item: ChecklistItem): boolean => seen.value.has(keyOf(item))
  function tick(item: ChecklistItem, isOn: boolean): void {
    const others = [...seen.value].filter((key) => key !== keyOf(item))
    seen.value = new Set(isOn ? [...others, keyOf(item)] : others)
  }
  const areAllSeen = computed(() => items.value?.every(isSeen) ?? false)
  const accepted = computed(() => (items.value ?? []).filter(isSeen).map(({ code }) => code))

  return { items, error, isSeen, tick, areAllSeen, accepted, refresh }
}
