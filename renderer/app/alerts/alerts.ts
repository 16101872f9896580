import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { PrintJob } from '#contract/printers/printers.ts'
import { useBridge } from '../../bridge/key.ts'
import { eachSecond, hostNow } from '../../clock/host-clock.ts'
import { useOutOfReach } from '../../state/health/out-of-reach.ts'
import { useChannelOrders } from '../../state/channel/channel-orders.ts'
import { useCompleteOrderRequest } from '../../state/channel/complete-order-request.ts'
import { sameList } from '../../state/same-list.ts'
import { usePrinters } from '../../state/printing/printers.ts'
import { useScreens } from '../../state/screens.ts'
import { useReservationTroubles } from '../../state/reservation-troubles.ts'
import { useStatus } from '../../state/health/status.ts'
import { useStock } from '../../state/stock/stock.ts'
import { placeOf } from '../../state/ticket-place.ts'
import { useTickets } from '../../state/tickets.ts'
import { useTokenRequest } from '../../state/token-request.ts'
import { byPressure, type Alert } from './alert.ts'
import { channelOrderAlerts } from './channel-order-alerts.ts'
import { guessAlerts } from './guess-alerts.ts'
import { openingAlerts } from './opening-alerts.ts'
import { printAlerts } from './print-alerts.ts'
import { reservationAlerts } from './reservation-alerts.ts'
import { statusAlerts } from './status-alerts.ts'
import { stockAlerts, ticketAlerts } from './thing-alerts.ts'

/** A printer may be switched on late; what waits longer needs somebody. */
const printPatienceMs = 60_000

/** Everything that needs somebody, the most pressing first: one list, whatever it is about. */
export const useAlerts = defineStore('alerts', () => {
  const bridge = useBridge()
  const status = useStatus()
  const outOfReach = useOutOfReach()
  const screens = useScreens()
  const tickets = useTickets()
  const stock = useStock()
  const book = useReservationTroubles()
  const printers = usePrinters()
  const channel = useChannelOrders()
  const completeOrder = useCompleteOrderRequest()
  const token = useTokenRequest()
  const isOpen = shallowRef(false)
  const isDamageSeen = shallowRef(false)
  const guessesSeen = shallowRef<ReadonlySet<string>>(new Set())

  // By the clock alone.
  const hasOpened = shallowRef(false)
  const longWaiting = shallowRef<readonly PrintJob[]>([])
  eachSecond((now) => {
    const opening = stock.board?.opening ?? null
    const waiting = printers.waiting.filter(
      ({ createdAt }) => now - Date.parse(createdAt) > printPatienceMs,
    )
    if (waiting.length + longWaiting.value.length > 0) longWaiting.value = waiting
    hasOpened.value = opening !== null && Date.parse(opening.at) <= now
  })

  const all = computed<readonly Alert[]>((was) => {
    const found = [
      ...statusAlerts(status.status, {
        isCutOff: status.linkLost,
        isSilent: outOfReach.is,
        isDamageSeen: isDamageSeen.value,
        giveToken: token.ask,
        resume: () => bridge.call('connection.resume', {}),
        seeDamage: () => (isDamageSeen.value = true),
      }),
      ...guessAlerts(screens.screens, guessesSeen.value, (id) => {
        guessesSeen.value = new Set([...guessesSeen.value, id])
      }),
      ...ticketAlerts(
        [...tickets.tickets.values()].filter(
          // Whether one needs somebody is not for the clock to say.
          (ticket) => ticket.bump !== null && placeOf(ticket, hostNow()) === 'attention',
        ),
        tickets,
      ),
      ...openingAlerts(stock.board, hasOpened.value, {
        bringBack: (keys) => stock.set(keys, { kind: 'back' }),
        answer: stock.answerOpening,
      }),
      ...stockAlerts(stock.states.values(), stock),
      ...reservationAlerts(book.troubles),
      ...printAlerts(printers.undecided, longWaiting.value, printers),
      ...channelOrderAlerts(channel.undecided, () => completeOrder.ask(null)),
    ]
    // A screen that is nobody's in particular hangs in the kitchen.
    return sameList(was, byPressure(found, screens.role !== 'counter'))
  })

  return {
    /** The bell counts these, and the list shows them. */
    all,
    /** What stands on every room until it is dealt with. */
    pressing: computed(() => all.value.filter(({ tone }) => tone !== 'note')),
    isOpen,
    open: () => void (isOpen.value = true),
    close: () => void (isOpen.value = false),
  }
})
