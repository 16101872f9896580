import { watch } from 'vue'
import { hostNow, useEachSecond } from '../../clock/host-clock.ts'
import { language } from '../../locales/i18n.ts'
import { overallHealth, type Health } from '../../state/health/overall-health.ts'
import { useStatus } from '../../state/health/status.ts'
import { say } from '../messages.ts'

/** A dot has room for so many texts: the most important. The first two always have the platform out of reach among them. */
const mostShown = 2

/** The health of everything in words; `all` is the whole of it, for a hint and for who does not see the dot. */
export interface HealthText {
  tone: Health['tone']
  short: string
  all: string
}

/** Calls `write` with the health of everything and its words whenever either may be another, and each second. */
export function useHealth(write: (label: HealthText) => void): void {
  const store = useStatus()
  function look(now: number): void {
    const { tone, findings } = overallHealth(store.status, store.linkLost, now)
    const text = findings.map(({ state, n }) => say(`health.${state}`, { n }))
    write({ tone, short: text.slice(0, mostShown).join(' · '), all: text.join(' · ') })
  }
  useEachSecond(look)
  watch([() => store.status, () => store.linkLost, language], () => look(hostNow()), {
    flush: 'post',
  })
}
