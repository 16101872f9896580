import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Settings } from '#contract/settings/settings.ts'
import { useBridge } from '../bridge/key.ts'
import { timeFormat } from '../clock/time-format.ts'
import { useToasts } from '../ui/note/toasts.ts'

export const useSettings = defineStore('settings', () => {
  const bridge = useBridge()
  const toasts = useToasts()
  const settings = shallowRef<Settings | null>(null)
  /** Number of rejected changes, so that controls return to the real value. */
  const refusals = shallowRef(0)
  // Numbers the requests, so that an outdated answer is ignored.
  let latest = 0

  function take(next: Settings): void {
    latest++
    settings.value = next
    timeFormat.value = next.timeFormat
  }

  async function refresh(): Promise<void> {
    const round = ++latest
    const answer = await bridge.call('settings.get', {})
    if (answer.ok && round === latest) take(answer.value)
  }

  /** Sends changes to the host; the screen shows the host's answer, never a guess. */
  async function change(some: Partial<Settings>): Promise<void> {
    const round = ++latest
    const answer = await bridge.call('settings.change', some)
    if (answer.ok) {
      if (round === latest) take(answer.value)
      return
    }
    refusals.value++
    toasts.fail(answer.error)
  }

  return {
    settings,
    refusals,
    refresh,
    change,
    take,
  }
})
