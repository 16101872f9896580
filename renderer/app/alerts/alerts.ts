import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import { useBridge } from '../../bridge/key.ts'
import { eachSecond, hostNow } from '../../clock/host-clock.ts'
import { isOutOfReach } from '../../state/overall-health.ts'
import { sameList } from '../../state/same-list.ts'
import { useStatus } from '../../state/status.ts'
import { useStock } from '../../state/stock.ts'
import { placeOf } from '../../state/ticket-place.ts'
import { useTickets } from '../../state/tickets.ts'
import { useTokenRequest } from '../../state/token-request.ts'
import { byPressure, type Alert } from './alert.ts'
import { openingAlerts } from './opening-alerts.ts'
import { statusAlerts } from './status-alerts.ts'
import { stockAlerts, ticketAlerts } from './thing-alerts.ts'

/** Everything that needs somebody, the most pressing first: one list, whatever it is about. */
export const useAlerts = defineStore('alerts', () => {
  const bridge = useBridge()
  const status = useStatus()
  const tickets = useTickets()
  const stock = useStock()
  const token = useTokenRequest()
  const isOpen = shallowRef(false)
  const isDamageSeen = shallowRef(false)

  // By the clock alone: a feed that is not heard says nothing.
  const silent = shallowRef(false)
  const hasOpened = shallowRef(false)
  eachSecond((now) => {
    silent.value = status.status !== null && isOutOfReach(status.status, now)
    const opening = stock.board?.opening ?? null
    hasOpened.value = opening !== null && Date.parse(opening.at) <= now
  })

  const all = computed<readonly Alert[]>((was) => {
    const now = byPressure([
      ...statusAlerts(status.status, {
        isCutOff: status.linkLost,
        isSilent: silent.value,
        isDamageSeen: isDamageSeen.value,
        giveToken: token.ask,
        resume: () => bridge.call('connection.resume', {}),
        seeDamage: () => (isDamageSeen.value = true),
      }),
      ...ticketAlerts(
        [...tickets.tickets.values()].filter(
          // Whether one needs somebody is not for the clock to say.
          (ticket) => ticket.bump !== null && placeOf(ticket, hostNow()) === 'attention',
        ),
        tickets.decide,
      ),
      ...openingAlerts(stock.board, hasOpened.value, {
        bringBack: (keys) => stock.set(keys, { kind: 'back' }),
        answer: stock.answerOpening,
      }),
      ...stockAlerts(stock.states.values(), stock.item),
    ])
    return sameList(was, now)
  })

  return {
    all,
    /** What stands on every room until it is dealt with. */
    pressing: computed(() => all.value.filter(({ tone }) => tone !== 'note')),
    isOpen,
    open: () => void (isOpen.value = true),
    close: () => void (isOpen.value = false),
  }
})
