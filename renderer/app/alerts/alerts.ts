import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { useBridge } from '../../bridge/key.ts'
import { eachSecond } from '../../clock/host-clock.ts'
import { useOutOfReach } from '../../state/health/out-of-reach.ts'
import { sameList } from '../../state/same-list.ts'
import { useScreens } from '../../state/screens.ts'
import { useStatus } from '../../state/health/status.ts'
import { useStock } from '../../state/stock/stock.ts'
import { useTokenRequest } from '../../state/requests/token-request.ts'
import { byPressure, type Alert } from './alert.ts'
import { openingAlerts } from './opening-alerts.ts'
import { statusAlerts } from './status-alerts.ts'

/** All alerts in one list, the most urgent first. */
export const useAlerts = defineStore('alerts', () => {
  const bridge = useBridge()
  const status = useStatus()
  const outOfReach = useOutOfReach()
  const screens = useScreens()
  const stock = useStock()
  const token = useTokenRequest()
  const isOpen = shallowRef(false)
  /** What happened to the saved data, as somebody has read it on this page. */
  const damageSeen = shallowRef('')
  const damageKey = (): string => JSON.stringify(status.status?.damage ?? null)
  /** The other alerts, which load once the page is idle (LaterAlerts.ts). */
  const later = shallowRef<readonly Alert[]>([])

  // Changes with time alone.
  const hasOpened = shallowRef(false)
  eachSecond((now) => {
    const opening = stock.board?.opening ?? null
    hasOpened.value = opening !== null && Date.parse(opening.at) <= now
  })

  const all = computed<readonly Alert[]>((was) => {
    const found = [
      ...statusAlerts(status.status, {
        isCutOff: status.linkLost,
        isSilent: outOfReach.is,
        isDamageSeen: damageSeen.value === damageKey(),
        isManager: screens.role === null || screens.isManager,
        giveToken: token.ask,
        resume: () => bridge.call('connection.resume', {}),
        seeDamage: () => (damageSeen.value = damageKey()),
      }),
      ...openingAlerts(stock.board, hasOpened.value, {
        bringBack: (keys) => stock.set(keys, { kind: 'back' }),
        answer: stock.answerOpening,
      }),
      ...later.value,
    ]
    // A screen without a role is assumed to be in the kitchen.
    return sameList(was, byPressure(found, screens.role !== 'counter'))
  })

  return {
    all,
    /** The alerts that show in every room. */
    pressing: computed(() => all.value.filter(({ tone }) => tone !== 'note')),
    takeLater: (found: readonly Alert[]) => void (later.value = found),
    isOpen,
    open: () => void (isOpen.value = true),
    close: () => void (isOpen.value = false),
  }
})
