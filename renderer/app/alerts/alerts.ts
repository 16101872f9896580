import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { useBridge } from '../../bridge/key.ts'
import { useOutOfReach } from '../../state/health/out-of-reach.ts'
import { sameList } from '../../state/same-list.ts'
import { useScreens } from '../../state/screens.ts'
import { useStatus } from '../../state/health/status.ts'
import { useTokenRequest } from '../../state/requests/token-request.ts'
import { byPressure, type Alert } from './alert.ts'
import { statusAlerts } from './status-alerts.ts'

/** All alerts in one list, the most urgent first. */
export const useAlerts = defineStore('alerts', () => {
  const bridge = useBridge()
  const status = useStatus()
  const outOfReach = useOutOfReach()
  const screens = useScreens()
  const token = useTokenRequest()
  const isOpen = shallowRef(false)
  /** What happened to the saved data, as somebody has read it on this page. */
  const damageSeen = shallowRef('')
  const damageKey = (): string => JSON.stringify(status.status?.damage ?? null)
  const archiveSeen = shallowRef('')
  const archiveKey = (): string => {
    const { kind, isOut } = status.status?.archive ?? {}
    return JSON.stringify([kind, isOut])
  }
  /** The other alerts, which load once the page is idle (LaterAlerts.ts). */
  const later = shallowRef<readonly Alert[]>([])

  const all = computed<readonly Alert[]>((was) => {
    const alerts = [
      ...statusAlerts(status.status, {
        isCutOff: status.linkLost,
        isSilent: outOfReach.is,
        isDamageSeen: damageSeen.value === damageKey(),
        isArchiveSeen: archiveSeen.value === archiveKey(),
        isManager: screens.role === null || screens.isManager,
        giveToken: token.ask,
        resume: () => bridge.call('connection.resume', {}),
        seeDamage: () => (damageSeen.value = damageKey()),
        seeArchive: () => (archiveSeen.value = archiveKey()),
      }),
      ...later.value,
    ]
    // A screen without a role is assumed to be in the kitchen.
    return sameList(was, byPressure(alerts, screens.role !== 'counter'))
  })

  return {
    all,
    /** The alerts that show in every room. */
    pressing: computed(() => all.value.filter(({ tone }) => tone !== 'note')),
    takeLater: (alerts: readonly Alert[]) => void (later.value = alerts),
    isOpen,
    open: () => void (isOpen.value = true),
    close: () => void (isOpen.value = false),
  }
})
