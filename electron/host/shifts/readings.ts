import type { AppError } from '#contract/result.ts'
import type {
  RegisterFigures,
  ShiftCurrency,
  ShiftFacts,
  ShiftFigures,
  ShiftReading,
} from '#contract/shifts/shifts.ts'
import { businessDayOf } from '#domain/shifts/business-day.ts'
import { suggestCash } from '#domain/shifts/cash-method.ts'
import { figuresOf, registersOf, tipsSuggestedBy, type WireShift } from '#domain/shifts/figures.ts'
import { countOf, createPaymentBook, type GatheredShift } from '#domain/shifts/payments.ts'
import { sumWaste } from '#domain/shifts/waste.ts'
import { createPaymentWindow, type Span } from '#domain/shifts/window.ts'
import { appError } from '#platform/call/failure.ts'
import { readShift } from '#platform/tabs.ts'
import { isoNow } from '../clock.ts'
import { allMethods, readBeside, type Beside } from './beside.ts'
import { beginReading, type Reading } from './reading.ts'
import type { SearchDeps } from './search.ts'
import { createShiftPayments } from './shift-payments.ts'

/** What was read of a shift, all at one time. `outbox` and `differences` are of the moment in which they are asked for. */
export interface ReadShift {
  facts: Omit<ShiftFacts, 'outbox' | 'businessDay' | 'registers'> & {
    registers: Omit<ShiftFacts['registers'][number], 'name'>[]
  }
  figures: Omit<ShiftFigures, 'outbox' | 'differences'>
  currency: ShiftCurrency
  /** All payments that name it, counting or not. */
  payments: number
  /** How many records could not be read, or are known to be missing. */
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
  /** What the figures of a shift lack: records that could not be read, and whether payments are missing. */
  unread(shiftId: string): number
  /** What is known while its payments are still being read: of the shift itself, and no payments. */
  businessDay(shiftId: string): string
  close(): Promise<void>
}

interface Deps extends Omit<SearchDeps, 'hereOf'> {
  /** What the list of shifts says of one; null where it does not have it. */
  listed(shiftId: string): GatheredShift | null
  /** One was read whole. */
  done(shiftId: string): void
}

/** A reading, and by what its payments are read. */
interface Under {
  reading: Reading
  currency: ShiftCurrency
  timeZone: string
}

/** Where the platform does not say when a shift began. */
const longestShiftMs = 3 * 24 * 3_600_000
const noToken: AppError = { code: 'unauthorised', reason: 'no-token' }

function spanOf({ startedAt, endedAt }: WireShift, now: number): Span {
  const to = endedAt == null ? null : Date.parse(endedAt)
  return { from: startedAt == null ? (to ?? now) - longestShiftMs : Date.parse(startedAt), to }
}

export function createShiftReadings(deps: Deps): ShiftReadings {
  const { connection, clock, log, changes } = deps
  const storeId = deps.storeId ?? ''
  const readings = new Map<string, Under>()
  const read = new Map<string, ReadShift>()

  /** How many payments the list of shifts knows of that the shift's own reading did not find. */
  function missingOf(shiftId: string): number {
    const listed = deps.listed(shiftId)
    const own = read.get(shiftId)
    return listed === null || own === undefined
      ? 0
      : Math.max(countOf(listed.tally) - own.payments, 0)
  }

  /** A reading that is done is not complete while the list of shifts knows of more. */
  function withMissing(shiftId: string, state: ShiftReading): ShiftReading {
    const missing = state.state === 'done' ? missingOf(shiftId) : 0
    return missing === 0 ? state : { ...state, missing, complete: false }
  }

  function begin(shiftId: string): Reading {
    const currency = deps.currency()
    const { decimals } = currency
    const timeZone = deps.timeZone()
    const book = createPaymentBook(decimals)
    let begunAt = ''
    let shift: WireShift | null = null
    /** Fields of the shift that could not be read: what a register was opened with may be among them. */
    let unreadOfShift = 0
    let payments: ReturnType<typeof createShiftPayments> | null = null
    let beside: Beside | null = null

    function keep(): void {
      if (shift === null || beside === null) return
      const methods = allMethods(beside.methods, book.methodNames)
      const names = new Map(methods.map(({ methodId, name }) => [methodId, name]))
      const nameOf = (id: string): string => names.get(id) ?? ''
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
        payments: book.size,
        unread: leftOut + Number(complete === false) + unreadOfShift + beside.unreadWaste,
        facts: {
          from: shift.startedAt ?? null,
          to: shift.endedAt ?? null,
          timeZone,
          payments: all.payments,
          voided: all.voided.payments,
          toCheck: figures.unreadAmounts,
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
          if (!answer.ok) return appError(answer.failure)
          shift = answer.value
          unreadOfShift = answer.unread?.length ?? 0
          const now = clock.now()
          const window = createPaymentWindow(spanOf(shift, now), deps.listed(shiftId), now)
          payments = createShiftPayments({ connection, storeId, shiftId, book, window })
          return null
        },
        async *pages(start, signal) {
          if (payments !== null) yield* payments.pages(start, signal)
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
          if (readings.get(shiftId)?.reading === reading)
            changes.read(shiftId, withMissing(shiftId, state))
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
      if (known !== undefined && holds(known.currency, known.timeZone))
        return withMissing(shiftId, known.reading.state)
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
    unread: (shiftId) => (read.get(shiftId)?.unread ?? 0) + Number(missingOf(shiftId) > 0),
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
