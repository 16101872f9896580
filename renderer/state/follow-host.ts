import { watch } from 'vue'
import type { HostEvent } from '#contract/index.ts'
import { useBridge } from '../bridge/key.ts'
import { whenIdle } from '../clock/when-idle.ts'
import { useForgottenGuests } from './forgotten-guests.ts'
import { useScreens } from './screens.ts'
import { useSettings } from './settings.ts'
import { useStatus } from './health/status.ts'
import { useStations } from './stations/stations.ts'
import { useStock } from './stock/stock.ts'
import { useTickets } from './tickets.ts'

/** The events that a screen for guests follows. */
const forEverybody: ReadonlySet<HostEvent['type']> = new Set([
  'screens.changed',
  'host.replaced',
  'events.missed',
])

/**
 * Keeps the stores in sync with the host until `stop` is called: reads everything at the start and
 * after missed events, and applies every event. `answered` resolves once the host has answered what
 * is shown first.
 */
export function followHost(): { answered: Promise<unknown>; stop: () => void } {
  const bridge = useBridge()
  const tickets = useTickets()
  const status = useStatus()
  const settings = useSettings()
  const stock = useStock()
  const screens = useScreens()
  const stations = useStations()
  useForgottenGuests()

  function forget(): void {
    tickets.forget()
    stations.forget()
    stock.forget()
  }

  const isForGuests = (): boolean => screens.isOrderStatus

  async function refresh(): Promise<void> {
    if (isForGuests()) {
      await screens.refresh()
      return
    }
    // The board may have thousands of items, and no card depends on it.
    whenIdle(() => {
      if (!isForGuests()) void stock.refresh()
    })
    await Promise.all(
      [tickets, status, settings, screens, stations].map((store) => store.refresh()),
    )
    if (isForGuests()) forget()
  }

  // A screen for guests keeps no tickets; once it is the staff's again, it reads everything.
  const stopRole = watch(isForGuests, (isOrderStatus) => {
    if (isOrderStatus) forget()
    else void refresh()
  })

  const stopEvents = bridge.onEvent((event) => {
    if (screens.isOrderStatus && !forEverybody.has(event.type)) return
    switch (event.type) {
      case 'tickets.changed':
        return tickets.change(event)
      case 'status.changed':
        return status.change(event.status)
      case 'settings.changed':
        return settings.take(event.settings)
      case 'screens.changed':
        return void screens.refresh()
      case 'stations.changed':
        return void stations.refresh()
      case 'stock.changed':
      case 'stock.replaced':
        return stock.take(event)
      case 'host.replaced':
        forget()
        screens.forget()
        return void refresh()
      case 'events.missed':
        return void refresh()
      // Queries follow the others (host-query.ts).
      default:
    }
  })
  const stopLink = bridge.onLink(status.setLink)

  return {
    answered: refresh(),
    stop() {
      stopRole()
      stopEvents()
      stopLink()
    },
  }
}
