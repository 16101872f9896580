import { computed, defineComponent, onScopeDispose, shallowRef, watch } from 'vue'
import { useRouter } from 'vue-router'
import type { PrintJob } from '#contract/printers/printers.ts'
import { eachSecond } from '../../clock/host-clock.ts'
import { useDecide } from '../../state/sending/decide.ts'
import { useBridge } from '../../bridge/key.ts'
import { useHostCommand } from '../../state/host-command.ts'
import { useHostQuery } from '../../state/host-query.ts'
import { useScreens } from '../../state/screens.ts'
import { useStock } from '../../state/stock/stock.ts'
import { useTickets } from '../../state/tickets.ts'
import { useAlerts } from './alerts.ts'
import { chainAlerts } from './chain/chain-alerts.ts'
import { awayPrinterAlerts, deliveryAlerts } from './delivery-alerts.ts'
import { guessAlerts } from './guess-alerts.ts'
import { elsewhereAlerts, networkAlerts } from './network/network-alerts.ts'
import { openingAlerts } from './opening-alerts.ts'
import { updateAlerts } from './update/update-alerts.ts'
import { useWaitAlerts } from './waits/use-wait-alerts.ts'

/**
 * Opens the page of setup files when somebody opened one with the app, on a manager's screen. The
 * page asks before it does anything.
 */
function useOfferedFile(): void {
  const router = useRouter()
  const screens = useScreens()
  const { data: offered } = useHostQuery('profiles.offered', () => (screens.isManager ? {} : null))
  watch(
    offered,
    (file) => {
      if (file !== null) void router.push('/connection/file')
    },
    { immediate: true },
  )
}

/** A printer may be switched on late; a job that waits longer needs attention. */
const patienceMs = 60_000

/**
 * The alerts about deliveries, guests who wait too long, what was sold out until the restaurant opens, changes from the chain,
 * guesses of the PIN, updates, screens that wait and orders that somebody else marks ready, and the
 * offered setup file. Renders nothing, and loads once the page is idle because it imports the query
 * library.
 */
export default defineComponent(() => {
  const alerts = useAlerts()
  const decide = useDecide()
  const pending = useHostQuery('deliveries.pending', {})
  const printers = useHostQuery('printers.get', {})
  const bridge = useBridge()
  const screens = useScreens()
  const stock = useStock()
  const tickets = useTickets()
  const updates = useHostQuery('updates.get', () => (screens.isManager ? {} : null))
  const network = useHostQuery('network.get', () => (screens.isManager ? {} : null))

  const instructions = useHostQuery('instructions.list', {})
  const seeing = useHostCommand('instructions.see')

  /** A manager has read on this page that somebody else marks orders ready. */
  const isElsewhereSeen = shallowRef(false)
  const guessesSeen = shallowRef<ReadonlySet<string>>(new Set())

  useOfferedFile()
  const waits = useWaitAlerts()

  const waiting = shallowRef<readonly PrintJob[]>([])
  const hasOpened = shallowRef(false)
  const stopClock = eachSecond((now) => {
    const opening = stock.board?.opening ?? null
    hasOpened.value = opening !== null && Date.parse(opening.at) <= now
    const jobs = printers.data.value?.jobs ?? []
    const late = jobs.filter(
      ({ createdAt, delivery: { state, reason } }) =>
        state === 'queued' &&
        reason !== undefined &&
        reason !== 'printer-busy' &&
        now - Date.parse(createdAt) > patienceMs,
    )
    if (late.length + waiting.value.length > 0) waiting.value = late
  })
  const nameOf = (printerId: string): string =>
    printers.data.value?.printers.find(({ id }) => id === printerId)?.name ?? ''

  const ignoring = useHostCommand('printers.printAnyway')
  const printAnyway = computed(() =>
    screens.role === 'counter' || screens.isManager
      ? (printerId: string) => ignoring.run({ printerId })
      : null,
  )

  const laterAlerts = computed(() => [
    ...deliveryAlerts(pending.data.value?.decisions ?? [], decide),
    ...awayPrinterAlerts(waiting.value, nameOf, printAnyway.value),
    ...waits.value,
    ...openingAlerts(stock.board, hasOpened.value, {
      bringBack: (keys) => stock.set(keys, { kind: 'back' }),
      answer: stock.answerOpening,
    }),
    ...chainAlerts(instructions.data.value ?? [], screens.isManager, (id) => seeing.run({ id })),
    ...guessAlerts(screens.screens, guessesSeen.value, (id) => {
      guessesSeen.value = new Set([...guessesSeen.value, id])
    }),
    ...(updates.data.value
      ? updateAlerts(updates.data.value, () => bridge.call('updates.seen', {}))
      : []),
    ...(network.data.value ? networkAlerts(network.data.value) : []),
    ...(screens.isManager && !isElsewhereSeen.value
      ? elsewhereAlerts(tickets.tickets.values(), () => (isElsewhereSeen.value = true))
      : []),
  ])
  watch(laterAlerts, alerts.takeLater, { immediate: true })
  onScopeDispose(() => {
    stopClock()
    alerts.takeLater([])
  })
  return () => null
})
