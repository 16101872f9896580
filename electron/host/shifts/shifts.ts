import { fail, ok, type Result } from '#contract/result.ts'
import { shiftsContract } from '#contract/shifts/contract.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { ShiftFigures } from '#contract/shifts/shifts.ts'
import { shiftCurrencyOf } from '#domain/shifts/currency.ts'
import { markOf } from '#domain/shifts/figure-change.ts'
import type { SealKey } from '#domain/shifts/seal.ts'
import type { Connection } from '#platform/connection.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { Values } from '../db/values.ts'
import type { Log } from '../log.ts'
import { store } from '../connection/connection.ts'
import { orders } from '../orders/orders.ts'
import { reservations } from '../reservations/reservations.ts'
import { screens } from '../screens/screens.ts'
import { stock } from '../stock/stock.ts'
import { defineNoun, type NounParts } from '../noun.ts'
import { createShiftChanges } from './changes.ts'
import { createCloseOuts, type CloseOuts } from './close-outs.ts'
import { createClosing, type RestOfHouse } from './closing.ts'
import { createCountCommands } from './commands.ts'
import { createKnownNames } from './names.ts'
import { createShiftReadings } from './readings.ts'
import { recordsOfBackups } from './seal-records.ts'
import { createShiftFinder } from './search.ts'
import { createCountStore } from './store.ts'
import { createTipsEvidence } from './tips-evidence.ts'
import { createShiftViews } from './view.ts'

interface ShiftsDeps {
  db: Database
  values: Values
  log: Log
  clock: Clock
  /** Null where there is nobody to ask. */
  connection: Connection | null
  storeId: string | null
  settings: () => Settings
  timeZone: () => string
  /** Of the website, ISO 3166 alpha-2; empty where it is not known yet. */
  countryCode: () => string
  storeOf(): { id: string; name: string }
  /** What of this store the platform has not heard, or may not have. */
  outboxCounts(): ShiftFigures['outbox']
  house: RestOfHouse
  sealKey?: SealKey | null
  /** Where copies of the database lie; none where none are made. */
  backedUp?: { folder: string }
  sign(pin: string | null, screenId: string): Promise<Result<{ withPin: boolean }>>
  /** The screens may have something to hear. */
  changed(): void
}

/** What other nouns ask of shifts. */
interface Shifts {
  /** A sealed close-out; null where there is none, or it is not what was sealed. */
  readonly closeOut: CloseOuts['get']
  /** Where their chain ends; null before the first. */
  readonly closeOutHead: CloseOuts['head']
}

/** Past close-outs are answered so many at a time, and as many tell where tips are. */
const mostListed = 50

function createShifts(deps: ShiftsDeps): NounParts<typeof shiftsContract, Shifts> {
  const { db, log, settings } = deps
  const changes = createShiftChanges(deps.changed)
  const store = createCountStore(db, log)
  const closeOuts = createCloseOuts(db, {
    key: deps.sealKey ?? null,
    records: () => (deps.backedUp === undefined ? [] : recordsOfBackups(deps.backedUp.folder)),
  })
  const evidence = createTipsEvidence(closeOuts.recent(mostListed))
  const currency = () => shiftCurrencyOf(deps.countryCode())
  const border = (): string => settings().businessDayBorder
  const names = createKnownNames(deps.values)
  const shared = { ...deps, changes, evidence, currency, border, names }

  /** Figures that were not read when the count was finished are what it is compared with as soon as they are. */
  function markLate(shiftId: string): void {
    const row = store.load(shiftId)
    const figures = views.figures(shiftId)
    if (row === null || figures === null || row.finishedAt === null || row.mark !== null) return
    db.transact(() => store.save(shiftId, { ...row, mark: markOf(figures) }))
  }

  /** Whom and which registers the shift tells of, so that each has its number, and can be named. */
  function learnNames(shiftId: string): void {
    const whole = readings.of(shiftId)
    if (whole === null) return
    const people = whole.figures.byPerson.map(({ personId }) => personId)
    const registers = whole.figures.registers.map(({ id }) => id)
    db.transact(() => names.learn({ registers, people }))
  }

  const readings = createShiftReadings({
    ...shared,
    listed: (shiftId) => finder.gathered(shiftId),
    done(shiftId) {
      learnNames(shiftId)
      markLate(shiftId)
      changes.touch(shiftId)
    },
  })
  const views = createShiftViews({
    ...shared,
    store,
    closeOuts,
    readings,
    country: deps.countryCode,
    outbox: deps.outboxCounts,
  })
  const finder = createShiftFinder({
    ...shared,
    hereOf(shiftId) {
      const row = store.load(shiftId)
      return {
        closeOut: closeOuts.ofShift(shiftId).at(-1) ?? null,
        isCounted: row !== null,
        isBlind: row === null || (row.state === 'counting' && !row.wasRevealed),
        payments: readings.of(shiftId)?.payments ?? null,
      }
    },
  })
  const parts = { ...deps, store, closeOuts, views, changes }

  const api: Shifts = { closeOut: closeOuts.get, closeOutHead: closeOuts.head }
  return {
    api,
    // Settings that shifts are shown with, or what is known of the store.
    hears: { 'settings.changing': changes.touchAll, 'store.learned': changes.touchAll },
    changes: changes.take,
    async close() {
      await finder.close()
      await readings.close()
    },
    handlers: {
      ...createCountCommands(parts),
      ...createClosing(parts),
      'shifts.find': ({ days }) => ok(finder.begin(days)),
      'shifts.search': () => ok(finder.state),
      'shifts.steerSearch': ({ how }) => (finder.steer(how) ? ok(null) : fail('too-late')),
      'shifts.show': ({ shiftId }) => ok(views.view(shiftId)),
      'shifts.read'({ shiftId, how }) {
        if (how === 'again') readings.again(shiftId)
        else if (!readings.steer(shiftId, how)) return fail('too-late')
        return ok(null)
      },
      'shifts.closeOuts'({ before }) {
        const found = closeOuts.list(before, mostListed + 1)
        return ok({ closeOuts: found.slice(0, mostListed), hasMore: found.length > mostListed })
      },
      'shifts.closeOut'({ number }) {
        const closeOut = closeOuts.get(number)
        if (closeOut === null) return fail(closeOuts.has(number) ? 'unreadable' : 'not-found')
        return ok({ closeOut, correctedBy: closeOuts.correctedBy(number) })
      },
      'shifts.names': () => ok(names.read()),
      'shifts.rename': ({ kind, id, name }) =>
        db.transact(() => {
          if (!names.rename(kind, id, name)) return fail('not-found')
          changes.touchAll()
          return ok(names.read())
        }),
      'shifts.verify': () => ok(closeOuts.verify()),
    },
  }
}

/** The noun of shifts: finding and reading them, counting, and the sealed close-outs. */
export const shifts = defineNoun(shiftsContract, {
  needs: [store, orders, reservations, stock, screens],
  create(context) {
    const { use, outbox } = context
    const known = use(store)
    return createShifts({
      ...context,
      storeOf: () => ({
        id: known.store?.id ?? context.storeId ?? '',
        name: known.store?.name ?? '',
      }),
      outboxCounts() {
        const { pending, unknown, needsPerson } = outbox.counts()
        return { unsent: pending - unknown + needsPerson, unknown }
      },
      house: {
        openTickets: use(orders).openCodes,
        unmarkedReservations: use(reservations).unmarked,
        soldOut: use(stock).soldOut,
      },
      sign: use(screens).sign,
    })
  },
})
