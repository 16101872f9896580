import { computed, shallowRef, watch } from 'vue'
import { useRoute } from 'vue-router'
import type { Reservation } from '#contract/reservations/reservations.ts'
import { hostNow, useEachSecond } from '../../../clock/host-clock.ts'
import { reservationsRoom } from '../../../reservations/room.ts'
import { waitOf } from '../../../reservations/stand/stand-parties.ts'
import { isWaiting } from '../../../reservations/status-style.ts'
import { useSound } from '../../../sound/sound.ts'
import { useStatus } from '../../../state/health/status.ts'
import { useHostQuery } from '../../../state/host-query.ts'
import { useScreens } from '../../../state/screens.ts'
import { useBusinessToday } from '../../../state/store-time.ts'
import { waitAlerts, waitKey } from './wait-alerts.ts'

/**
 * Guests who wait past their quoted time, on screens with the reservations: an alert until they
 * sit, leave, get another quote, or somebody has read it, and one sound for each.
 */
export function useWaitAlerts() {
  const route = useRoute()
  const sound = useSound()
  const status = useStatus()
  const screens = useScreens()
  const today = useBusinessToday()
  const { data: list } = useHostQuery('reservations.list', () =>
    screens.role !== null && reservationsRoom.roles.includes(screens.role)
      ? { from: today.value, to: today.value }
      : null,
  )
  const seen = shallowRef<ReadonlySet<string>>(new Set())
  /** Null before the first answer: what is overdue then is no news. */
  let rung: Set<string> | null = null
  const overdue = shallowRef<readonly Reservation[]>([])

  function look(now = hostNow()): void {
    if (list.value === null) return
    const late = list.value.reservations.filter(
      (one) => isWaiting(one) && waitOf(one, now).left < 0,
    )
    const keys = late.map(waitKey)
    const isNews = rung !== null && keys.some((key) => !rung?.has(key))
    rung = new Set(keys)
    if (isNews) sound.remind()
    if (keys.join() !== overdue.value.map(waitKey).join()) overdue.value = late
  }
  watch(list, () => look(), { immediate: true })
  useEachSecond(look)

  return computed(() =>
    waitAlerts(
      overdue.value.filter((one) => !seen.value.has(waitKey(one))),
      {
        timeZone: status.timeZone,
        isAtStand: route.path === reservationsRoom.path,
        see: (parties) => (seen.value = new Set([...seen.value, ...parties.map(waitKey)])),
      },
    ),
  )
}
