import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import type { Settings } from '#contract/settings/settings.ts'
import { useBridge } from '../bridge/key.ts'
import { useToasts } from '../ui/note/toasts.ts'

/** What the whole store shares, as the host keeps it. */
export const useSettings = defineStore('settings', () => {
  const bridge = useBridge()
  const toasts = useToasts()
  const settings = shallowRef<Settings | null>(null)
  /** How often a change was not taken: what a person chose is then not what is. */
  const refusals = shallowRef(0)
  // An answer that something newer has overtaken is not taken.
  let latest = 0

  function take(next: Settings): void {
    latest++
    settings.value = next
  }

  async function refresh(): Promise<void> {
    const round = ++latest
    const answer = await bridge.call('settings.read', {})
    if (answer.ok && round === latest) take(answer.value)
  }

  /** Asks the host to change some; the screen shows what the host answers, never its own guess. */
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
