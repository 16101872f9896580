import { statusEveryMs } from '#contract/relay/store-status.ts'
import { daysAhead, maxPeriods, type OpeningHours } from '#contract/relay/opening-hours.ts'
import type { OpenPeriod, StoreHours } from '#contract/store-hours/store-hours.ts'
import { dayAfter } from '#domain/store-time/business-day.ts'
import { dayOf } from '#domain/store-time/store-day.ts'
import { dataFolder } from '../data-folder/data-folder.ts'
import { instructions } from '../instructions/instructions.ts'
import { inboxMessages } from '../inbox-messages/inbox-messages.ts'
import { logThrown } from '../core/log.ts'
import { defineNoun, withoutScreens, type Context } from '../noun.ts'
import { reservations } from '../reservations/reservations.ts'
import { settings } from '../settings/settings.ts'
import { status } from '../status/status.ts'
import { storeHours } from '../store-hours/store-hours.ts'
import { tickets } from '../tickets/tickets.ts'
import { appVersion } from '../core/versions.ts'
import { noFigures, SharedFigures } from './shared-figures.ts'
import { storeStatus } from './store-status.ts'

const pairsOf = (periods: readonly OpenPeriod[]): [number, number][] =>
  periods.slice(0, maxPeriods).map(({ fromMinute, toMinute }) => [fromMinute, toMinute])

/**
 * The hours for the store's chain; null while they aren't certain, because then a store that is
 * open could be taken for a closed one. `now` is in epoch milliseconds.
 */
export function knownOpening(
  {
    known: reported,
    timeZone,
    unread,
    question,
  }: Pick<StoreHours, 'known' | 'timeZone' | 'unread' | 'question'>,
  now: number,
): OpeningHours | null {
  if (reported === null || unread.length > 0 || question !== null) return null
  const { week, closedDays, special } = reported.hours
  const today = dayOf(now, timeZone)
  const [first, last] = [dayAfter(today, -1), dayAfter(today, daysAhead)]
  const days = new Map(special.map(({ day, periods }) => [day, pairsOf(periods)]))
  for (const day of closedDays) days.set(day, [])
  return {
    zone: timeZone,
    week: week.map(pairsOf),
    days: [...days].filter(([day]) => day >= first && day <= last).toSorted(),
  }
}

/**
 * What a chain knows of this store: its status goes to the chain's relay at each new connection,
 * every 30 seconds, and once it has carried out an instruction. One that can't be sent is dropped,
 * because the next comes soon.
 */
class ChainStatus {
  readonly handlers = {}
  readonly listens = {
    'relay.connected': () => this.#sendRegularly(),
    'instruction.settled': () => this.#sendRegularly(),
  }
  readonly #context: Context
  readonly #shared: SharedFigures
  #cancelNext: () => void = () => undefined
  #isClosed = false
  #isMeasuring = false

  constructor(context: Context) {
    const { use, clock, timeZone, countryCode } = context
    this.#context = context
    this.#shared = new SharedFigures({
      ...{ timeZone, countryCode, monotonic: () => clock.monotonic() },
      border: () => use(settings).current.businessDayBorder,
      ordersSince: (from) => use(tickets).since(from),
      priceOf: (orderId) => use(tickets).priceOf(orderId),
      coversOf: (day) => use(reservations).coversOf(day),
    })
  }

  close(): void {
    this.#isClosed = true
    this.#cancelNext()
  }

  #sendRegularly(): void {
    const { clock, log } = this.#context
    this.#cancelNext()
    if (this.#isClosed) return
    this.#cancelNext = clock.after(statusEveryMs, () => this.#sendRegularly())
    this.#send().catch((cause: unknown) => logThrown(log, 'chainStatus', cause))
  }

  async #send(): Promise<void> {
    const { use, clock, storeMove, storeZone } = this.#context
    const diskFree = await this.#measureFree()
    const isShared = use(settings).current.chainFigures
    const figures = isShared ? await this.#shared.read(clock.now()) : noFigures
    // The other computer reports the store now.
    if (this.#isClosed || storeMove.isAway) return
    const now = use(status).current()
    const rail = use(tickets).rail(now.now)
    const report = storeStatus({
      ...{ app: appVersion, status: now, rail, diskFree },
      acceptsInstructions: use(settings).current.chainInstructions,
      hours: storeZone() === null ? null : knownOpening(use(storeHours).view(), clock.now()),
      // Somebody may have ended the sharing while they were counted.
      ...(use(settings).current.chainFigures ? figures : noFigures),
      instructions: use(instructions).outcomes(),
    })
    // The next connection starts it again.
    if (!use(inboxMessages).sendStatus(JSON.stringify(report))) this.#cancelNext()
  }

  /** Null if the disk doesn't say. One question at a time: a disk that hangs would collect them. */
  async #measureFree(): Promise<number | null> {
    if (this.#isMeasuring) return null
    this.#isMeasuring = true
    try {
      return await this.#context.use(dataFolder).free()
    } catch {
      return null
    } finally {
      this.#isMeasuring = false
    }
  }
}

/** The noun of what a chain knows of this store. */
export const chainStatus = defineNoun(withoutScreens('chainStatus'), {
  needs: [
    ...[inboxMessages, instructions, settings, tickets, dataFolder, status],
    ...[storeHours, reservations],
  ],
  create: (context) => new ChainStatus(context),
})
