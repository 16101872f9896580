import { watch } from 'vue'
import { hostNow, useEachSecond } from '../../clock/host-clock.ts'
import { language, say } from '../../locales/i18n.ts'
import { overallHealth, type Health } from '../../state/health/overall-health.ts'
import { useStatus } from '../../state/health/status.ts'
import { useAlerts } from '../alerts/alerts.ts'

/**
 * The dot has room for this many texts, the most important ones. The first two always include an
 * unreachable platform.
 */
const maxShown = 2

/** `all` is the complete text, for a tooltip and for screen readers. */
export interface HealthText {
  tone: Health['tone']
  short: string
  all: string
}

/** Calls `write` whenever the health or its text may have changed, and every second. */
export function useHealth(write: (label: HealthText) => void): void {
  const store = useStatus()
  const alerts = useAlerts()
  function worstAlert(): Health['tone'] | null {
    const tones = alerts.pressing.map(({ tone }) => tone)
    return tones.includes('bad') ? 'bad' : tones.includes('warn') ? 'stale' : null
  }
  function look(now: number): void {
    const { tone, findings } = overallHealth(store.status, store.linkLost, now, worstAlert())
    const text = findings.map(({ state, n }) => say(`health.${state}`, { n }))
    write({ tone, short: text.slice(0, maxShown).join(' · '), all: text.join(' · ') })
  }
  useEachSecond(look)
  watch([() => store.status, () => store.linkLost, worstAlert, language], () => look(hostNow()), {
    flush: 'post',
  })
}
