import { defineStore } from 'pinia'
import { shallowRef, watch } from 'vue'
import { needsDecision } from '#contract/deliveries/delivery.ts'
import type { Reservation } from '#contract/reservations/reservations.ts'
import { useBridge } from '../bridge/key.ts'
import { hostNow } from '../clock/host-clock.ts'
import { whenIdle } from '../clock/when-idle.ts'
import { useScreens } from './screens.ts'

const dayMs = 86_400_000
/** What is asked of the book at once is at most 42 days. */
const daysBack = 2
const daysAhead = 39

/** Why a reservation waits for a person. */
export type ReservationTrouble =
  | 'may-exist'
  | 'refused'
  | 'expired'
  | 'may-be-cancelled'
  | 'change-by-hand'
  | 'change-lost'

export function troubleOf(reservation: Reservation): ReservationTrouble | null {
  const { delivery, cancellation, change } = reservation
  // The two reservations of a change are one task, which the new one tells.
  if (change !== null && change.step !== 'done') {
    if (change.side === 'old') return null
    if (change.step === 'cancel-stuck' || change.step === 'cancel-by-hand') return 'change-by-hand'
    if (change.step === 'lost') return 'change-lost'
  }
  if (cancellation !== null)
    return cancellation.delivery !== null && needsDecision(cancellation.delivery)
      ? 'may-be-cancelled'
      : null
  if (delivery === null || !needsDecision(delivery)) return null
  return delivery.state === 'refused' || delivery.state === 'expired' ? delivery.state : 'may-exist'
}

/** The reservations that wait for a person's word, on the screens of those who may give it. */
export const useReservationTroubles = defineStore('reservationTroubles', () => {
  const bridge = useBridge()
  const screens = useScreens()
  const troubles = shallowRef<readonly Reservation[]>([])
  let latest = 0
  let isPlanned = false
  const isFront = () => screens.role === 'counter' || screens.role === 'manager'

  async function refresh(): Promise<void> {
    isPlanned = false
    const round = ++latest
    // To ask what it may not would ask for a PIN.
    if (!isFront()) {
      troubles.value = []
      return
    }
    const day = (days: number) => new Date(hostNow() + days * dayMs).toISOString().slice(0, 10)
    const input = { from: day(-daysBack), to: day(daysAhead) }
    const answer = await bridge.call('reservations.book', input)
    if (!answer.ok || round !== latest) return
    troubles.value = answer.value.reservations.filter((one) => troubleOf(one) !== null)
  }
  function plan(): void {
    if (isPlanned) return
    isPlanned = true
    whenIdle(() => void refresh())
  }

  watch(() => screens.role, plan, { immediate: true })
  bridge.onEvent(({ type }) => {
    if (['reservations.changed', 'host.replaced', 'events.missed'].includes(type)) plan()
  })
  return { troubles }
})
