import { statusEveryMs } from '#contract/relay/store-status.ts'
import { dataFolder } from '../data-folder/data-folder.ts'
import { instructions } from '../instructions/instructions.ts'
import { inboxMessages } from '../inbox-messages/inbox-messages.ts'
import { logThrown } from '../log.ts'
import { defineNoun, withoutScreens } from '../noun.ts'
import { reservations } from '../reservations/reservations.ts'
import { settings } from '../settings/settings.ts'
import { status } from '../status/status.ts'
import { storeHours } from '../store-hours/store-hours.ts'
import { orders } from '../tickets/tickets.ts'
import { appVersion } from '../versions.ts'
import { knownOpening } from './known-opening.ts'
import { noFigures, SharedFigures } from './shared-figures.ts'
import { storeStatus } from './store-status.ts'

/**
 * The noun of what a chain knows of this store: its status goes to the chain's relay at each new
 * connection, every 30 seconds, and once it has carried out an instruction. One that can't be sent is dropped, because the next comes soon.
 */
export const chainStatus = defineNoun(withoutScreens('chainStatus'), {
  needs: [
    ...[inboxMessages, instructions, settings, orders, dataFolder, status],
    ...[storeHours, reservations],
  ],
  create({ use, clock, log, storeMove, storeZone, timeZone, countryCode }) {
    let cancelNext = (): void => undefined
    let isClosed = false
    let isMeasuring = false
    const shared = new SharedFigures({
      ...{ timeZone, countryCode, monotonic: () => clock.monotonic() },
      border: () => use(settings).current.businessDayBorder,
      ordersSince: use(orders).since,
      priceOf: use(orders).priceOf,
      coversOf: use(reservations).coversOf,
    })

    /** Null if the disk doesn't say. One question at a time: a disk that hangs would collect them. */
    async function measureFree(): Promise<number | null> {
      if (isMeasuring) return null
      isMeasuring = true
      try {
        return await use(dataFolder).free()
      } catch {
        return null
      } finally {
        isMeasuring = false
      }
    }

    async function send(): Promise<void> {
      const diskFree = await measureFree()
      const isShared = use(settings).current.chainFigures
      const figures = isShared ? await shared.read(clock.now()) : noFigures
      // The other computer reports the store now.
      if (isClosed || storeMove.isAway) return
      const now = use(status).current()
      const rail = use(orders).rail(now.now)
      const report = storeStatus({
        ...{ app: appVersion, status: now, rail, diskFree },
        acceptsInstructions: use(settings).current.chainInstructions,
        hours: storeZone() === null ? null : knownOpening(use(storeHours).view(), clock.now()),
        // Somebody may have ended the sharing while they were counted.
        ...(use(settings).current.chainFigures ? figures : noFigures),
        instructions: use(instructions).outcomes(),
      })
      // The next connection starts it again.
      if (!use(inboxMessages).sendStatus(JSON.stringify(report))) cancelNext()
    }

    function sendRegularly(): void {
      cancelNext()
      if (isClosed) return
      cancelNext = clock.after(statusEveryMs, sendRegularly)
      send().catch((cause: unknown) => logThrown(log, 'chainStatus', cause))
    }

    return {
      handlers: {},
      listens: { 'relay.connected': sendRegularly, 'instruction.settled': sendRegularly },
      close() {
        isClosed = true
        cancelNext()
      },
    }
  },
})
