import type { AppError } from '#contract/result.ts'
import type {
  RegisterFigures,
  ShiftCurrency,
  ShiftFacts,
  ShiftFigures,
  ShiftReading,
} from '#contract/shifts.ts'
import { businessDayOf } from '#domain/shifts/business-day.ts'
import { suggestCash } from '#domain/shifts/cash-method.ts'
import { figuresOf, registersOf, tipsSuggestedBy, type WireShift } from '#domain/shifts/figures.ts'
import { createPaymentBook } from '#domain/shifts/payments.ts'
import { sumWaste, type WireWaste } from '#domain/shifts/waste.ts'
import type { Connection } from '#platform/connection.ts'
import { appError } from '#platform/call/failure.ts'
import { eachItem } from '#platform/lists/list-step.ts'
import { everyPaymentMethod, everyTabPayment, everyWasteIncident } from '#platform/lists.ts'
import { readShift } from '#platform/tabs.ts'
import { isoNow } from '../clock.ts'
import { beginReading, type Reading } from './reading.ts'
import type { SearchDeps } from './search.ts'

/** What was read of a shift, all at one time. `outbox` and `differences` are of the moment in which they are asked for. */
export interface ReadShift {
  facts: Omit<ShiftFacts, 'outbox' | 'businessDay' | 'registers'> & {
    registers: Omit<ShiftFacts['registers'][number], 'name'>[]
  }
  figures: Omit<ShiftFigures, 'outbox' | 'differences'>
  currency: ShiftCurrency
  /** How much of its payments could not be read. */
  unread: number
}

/** Shifts as they are read from the platform. What was read whole stands until another reading is whole. */
export interface ShiftReadings {
  /** Begins to read one that was not read since the start, or not in the store's currency and zone; answers how far it is. */
  open(shiftId: string): ShiftReading
  again(shiftId: string): void
  /** False where nothing can be steered so. */
  steer(shiftId: string, how: 'cancel' | 'resume'): boolean
  of(shiftId: string): ReadShift | null
  /** What is known while its payments are still being read: of the shift itself, and no payments. */
  businessDay(shiftId: string): string
  close(): Promise<void>
}

interface Deps extends Omit<SearchDeps, 'hereOf'> {
  /** One was read whole. */
  done(shiftId: string): void
}

/** A reading, and by what its payments are read. */
interface Under {
  reading: Reading
  currency: ShiftCurrency
  timeZone: string
}

/** A payment may be written down a little before its shift was opened, or after it was closed. */
const marginMs = 3_600_000
/** Where the platform does not say when a shift began. */
const longestShiftMs = 3 * 24 * 3_600_000
const noToken: AppError = { code: 'unauthorised', reason: 'no-token' }

const iso = (instant: number): string => new Date(instant).toISOString()

interface Span {
  from: number
  to: number | null
}

function spanOf({ startedAt, endedAt }: WireShift, now: number): Span {
  const to = endedAt == null ? null : Date.parse(endedAt)
  return { from: startedAt == null ? (to ?? now) - longestShiftMs : Date.parse(startedAt), to }
}

interface Named {
  methodId: string
  name: string
}

/** What is told beside payments; where it fails the shift has its figures all the same. */
async function readBeside(
  connection: Connection,
  storeId: string,
  { from, to }: Span,
  signal: AbortSignal,
): Promise<{ methods: Named[]; incidents: WireWaste[]; wasteError: AppError | null }> {
  const methods: Named[] = []
  for await (const item of eachItem(everyPaymentMethod(connection, storeId, {}, { signal })))
    if (item.ok) methods.push({ methodId: item.value._id, name: item.value.name ?? '' })
  const incidents: WireWaste[] = []
  const range = { from: iso(from), ...(to === null ? {} : { to: iso(to) }) }
  let wasteError: AppError | null = null
  for await (const item of eachItem(everyWasteIncident(connection, storeId, range, { signal })))
    if (item.ok) incidents.push(item.value)
    else wasteError = appError(item.failure)
  return { methods, incidents, wasteError }
}

/** Methods of the store, and those that only payments name. */
function allMethods(known: readonly Named[], names: ReadonlyMap<string, string>): Named[] {
  const others = [...names].filter(([id]) => !known.some(({ methodId }) => methodId === id))
  return [...known, ...others.map(([methodId, name]) => ({ methodId, name }))]
}

export function createShiftReadings(deps: Deps): ShiftReadings {
  const { connection, clock, log, changes } = deps
  const storeId = deps.storeId ?? ''
  const readings = new Map<string, Under>()
  const read = new Map<string, ReadShift>()

  function begin(shiftId: string): Reading {
    const currency = deps.currency()
    const { decimals } = currency
    const timeZone = deps.timeZone()
    const book = createPaymentBook(decimals)
    let begunAt = ''
    let shift: WireShift | null = null
    let beside: Awaited<ReturnType<typeof readBeside>> | null = null

    function keep(): void {
      if (shift === null || beside === null) return
      const methods = allMethods(beside.methods, book.methodNames)
      const nameOf = (id: string): string =>
        methods.find(({ methodId }) => methodId === id)?.name ?? ''
      const waste = sumWaste(beside.incidents)
      const figures = figuresOf({
        shift,
        payments: [...book.all()],
        nameOf,
        waste,
        outbox: { unsent: 0, unknown: 0 },
        decimals,
        timeZone,
        tips: 'unknown',
        // What was paid while it was read may not be among it.
        readAt: begunAt,
      })
      const registers: RegisterFigures[] = registersOf(shift, decimals)
      const { all, own, invoices } = figures
      const { leftOut, complete } = reading.state
      if (shift.endedAt != null) deps.evidence.put(shiftId, tipsSuggestedBy(all, own))
      read.set(shiftId, {
        currency,
        figures,
        unread: leftOut + Number(complete === false),
        facts: {
          from: shift.startedAt ?? null,
          to: shift.endedAt ?? null,
          timeZone,
          payments: all.payments,
          voided: all.voided.payments,
          methods,
          suggestedCashMethodId: suggestCash(methods, registers),
          registers: registers.map(({ id, start }) => ({ id, start })),
          waste,
          wasteError: beside.wasteError,
          invoices,
        },
      })
      deps.done(shiftId)
    }

    const reading = beginReading(
      {
        async before(signal) {
          if (connection === null) return noToken
          begunAt = isoNow(clock)
          const answer = await readShift(connection, { params: { storeId, shiftId } }, { signal })
          if (answer.ok) shift = answer.value
          return answer.ok ? null : appError(answer.failure)
        },
        async *pages(start, signal) {
          if (connection === null || shift === null) return
          const { from, to } = spanOf(shift, clock.now())
          const range = {
            from: iso(from - marginMs),
            ...(to === null ? {} : { to: iso(to + marginMs) }),
          }
          yield* everyTabPayment(connection, storeId, range, { start, signal })
        },
        take(payments) {
          for (const each of payments) if (each.shiftId === shiftId) book.put(each)
        },
        async after(signal) {
          if (connection !== null && shift !== null)
            beside = await readBeside(connection, storeId, spanOf(shift, clock.now()), signal)
          return null
        },
        done() {
          keep()
          book.release()
        },
      },
      {
        clock,
        log,
        // One that another has taken the place of says no more.
        told(state) {
          if (readings.get(shiftId)?.reading === reading) changes.read(shiftId, state)
        },
      },
    )
    readings.set(shiftId, { reading, currency, timeZone })
    return reading
  }

  /** Which country the store is in may become known while it is read, or after. */
  const holds = (currency: ShiftCurrency, timeZone: string): boolean =>
    currency.code === deps.currency().code && timeZone === deps.timeZone()

  return {
    open(shiftId) {
      const known = readings.get(shiftId)
      if (known !== undefined && holds(known.currency, known.timeZone)) return known.reading.state
      known?.reading.cancel()
      return begin(shiftId).state
    },
    again(shiftId) {
      readings.get(shiftId)?.reading.cancel()
      begin(shiftId)
    },
    steer: (shiftId, how) => readings.get(shiftId)?.reading[how]() ?? false,
    of(shiftId) {
      const whole = read.get(shiftId)
      return whole !== undefined && holds(whole.currency, whole.facts.timeZone) ? whole : null
    },
    businessDay(shiftId) {
      const from = read.get(shiftId)?.facts.from ?? null
      const at = from === null ? clock.now() : Date.parse(from)
      return businessDayOf(at, deps.timeZone(), deps.border())
    },
    async close() {
      for (const { reading } of readings.values()) reading.cancel()
      await Promise.all([...readings.values()].map(({ reading }) => reading.settled()))
    },
  }
}
