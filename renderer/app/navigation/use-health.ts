import { watch } from 'vue'
import { hostNow, useEachSecond } from '../../clock/host-clock.ts'
import { language } from '../../locales/i18n.ts'
import { overallHealth, type Health } from '../../state/health/overall-health.ts'
import { useStatus } from '../../state/health/status.ts'
import { say } from '../words.ts'

/** Calls `write` with the health of everything and its words whenever either may be another, and each second. */
export function useHealth(write: (tone: Health['tone'], words: string) => void): void {
  const store = useStatus()
  function look(now: number): void {
    const { tone, state, n } = overallHealth(store.status, store.linkLost, now)
    write(tone, say(`health.${state}`, { n }))
  }
  useEachSecond(look)
  watch([() => store.status, () => store.linkLost, language], () => look(hostNow()), {
    flush: 'post',
  })
}
