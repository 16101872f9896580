import { watch } from 'vue'
import { assertNever } from '#contract/result.ts'
import { useBridge } from '../bridge/key.ts'
import { nextTurn } from '../clock/next-turn.ts'
import { useExamination } from './examination.ts'
import { useScreens } from './screens.ts'
import { useSettings } from './settings.ts'
import { useStatus } from './status.ts'
import { useStock } from './stock.ts'
import { useTickets } from './tickets.ts'

/** One after the other without waiting for their answers: to ask holds a slow machine up as well. */
async function inTurns(asks: readonly (() => unknown)[]): Promise<void> {
  for (const ask of asks) {
    void ask()
    await nextTurn()
  }
}

/**
 * Keeps the stores at what the host says until the answered function is called: once at start, after each lost line, and
 * by every event.
 */
export function followHost(): () => void {
  const bridge = useBridge()
  const tickets = useTickets()
  const status = useStatus()
  const settings = useSettings()
  const examination = useExamination()
  const stock = useStock()

  const screens = useScreens()

  /** A manager's alone; whether this screen is one's is known once the host has said. */
  const examine = (): unknown => (screens.isManager ? examination.refresh() : examination.forget())
  const stopRole = watch(() => screens.isManager, examine)
  const stores = [tickets, status, settings, stock, screens]
  const asks = [...stores.map(({ refresh }) => refresh), examine]
  let asked = false

  function refresh(): void {
    asked = true
    void inTurns(asks)
  }

  const stopEvents = bridge.onEvent((event) => {
    switch (event.type) {
      case 'tickets.changed':
        return tickets.change(event)
      case 'status.changed':
        return status.change(event.status)
      case 'settings.changed':
        return settings.take(event.settings)
      case 'screens.changed':
        return void screens.refresh()
      case 'stock.changed':
      case 'stock.replaced':
        return stock.take(event)
      case 'doctor.changed':
        return examination.take(event.examination)
      case 'host.replaced':
        tickets.forget()
        examination.forget()
        stock.forget()
        screens.forget()
        return refresh()
      default:
        return assertNever(event)
    }
  })
  const stopLink = bridge.onLink((link) => {
    status.setLink(link)
    // At the start the link may take a moment; what is on the glass does not wait for it.
    if (link === 'up' || !asked) refresh()
  })

  return () => {
    stopEvents()
    stopLink()
    stopRole()
  }
}
