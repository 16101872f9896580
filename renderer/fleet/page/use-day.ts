import { onBeforeUnmount, shallowRef } from 'vue'
import { daySlotMs, type FleetDay } from '#contract/relay/fleet.ts'
import type { AppError } from '#contract/shared/result.ts'

/** The last day of a store, asked for again as often as it gets a new span. */
export function useDay(id: string) {
  const day = shallowRef<FleetDay | null>(null)
  const error = shallowRef<AppError | null>(null)
  const isAsking = shallowRef(false)

  async function ask(): Promise<void> {
    isAsking.value = true
    try {
      const answer = await fetch(`day?store=${encodeURIComponent(id)}`, {
        signal: AbortSignal.timeout(15_000),
      })
      if (!answer.ok) throw new Error(String(answer.status))
      day.value = (await answer.json()) as FleetDay
      error.value = null
    } catch {
      error.value = { code: 'unreachable' }
    }
    isAsking.value = false
  }

  void ask()
  const timer = setInterval(() => void ask(), daySlotMs)
  onBeforeUnmount(() => clearInterval(timer))
  return { day, error, isAsking, ask }
}
