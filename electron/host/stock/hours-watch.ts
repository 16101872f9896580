import type { StockBoard, StockKey } from '#contract/stock.ts'
import { isOver } from '#domain/stock/availability.ts'
import { nextOpening } from '#domain/menu/store-hours.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { StockBook } from './book.ts'
import type { StockDebts } from './debts.ts'
import type { StockHistory } from './history.ts'
import type { MenuCache } from './menu-cache.ts'
import type { StockActs } from './acts.ts'
import { finishWithinMs } from './processes.ts'

/** A count that could not be sent for this long is asked for again: orders have taken from it meanwhile (outbox.md). */
const countHoldsMs = 15 * 60_000
/** Never asleep for longer: the menu's hours may have changed. */
const longestMs = 10 * 60_000

type Opening = StockBoard['opening']

interface WatchDeps {
  book: StockBook
  menu: MenuCache
  debts: StockDebts
  history: StockHistory
  acts: StockActs
  clock: Clock
  /** What outlives a restart: which opening was asked about, and which comes next. */
  memory: { read(): unknown; write(value: unknown): void }
  /** Runs `work` in a transaction and tells the screens. */
  transact(work: () => void): void
  onOpening(): void
  /** Lets go of what is too old to matter. */
  forget(now: number): void
}

/** What time does to the board: processes that never finish, times that are over, counts too old, the store's opening. */
export interface HoursWatch {
  /** Looks at once, and plans the next look. */
  look(): void
  /** Looks after this long at the latest. */
  lookWithin(milliseconds: number): void
  /** Looks where the wall clock is past the planned look, which a timer that slept with the machine does not notice. */
  catchUp(): void
  /** The question of the opening, while it is open. */
  opening(): Opening
  /** When the store opens next, ISO; null where no menu says. */
  nextOpening(): string | null
  answer(): void
  close(): void
}

interface Remembered {
  /** The opening that is looked forward to, ISO. */
  next: string | null
  /** The opening that a person is asked about, ISO. */
  asked: string | null
}

const isRemembered = (value: unknown): value is Remembered =>
  typeof value === 'object' && value !== null && 'next' in value && 'asked' in value

export function createHoursWatch(deps: WatchDeps): HoursWatch {
  const { book, menu, debts, history, clock } = deps
  let cancelTimer = (): void => undefined
  /** When the next look is planned, on the forward-only clock and on the wall's. */
  let planned = 0
  let plannedAt = 0
  const known = deps.memory.read()
  let remembered: Remembered = isRemembered(known) ? known : { next: null, asked: null }

  function remember(change: Partial<Remembered>): void {
    remembered = { ...remembered, ...change }
    deps.memory.write(remembered)
  }

  /** What is off until further notice since before an opening. */
  const offSince = (opening: string): StockKey[] =>
    book
      .rows()
      .filter(({ own }) => own !== null && own.state !== 'on-sale' && own.until === null)
      .filter(({ own }) => own !== null && own.setAt < opening)
      .map(({ key }) => key)

  /** One row's share of the look; answers when it wants the next, epoch milliseconds. */
  function lookAt(row: ReturnType<StockBook['row']>, now: number): number {
    const { key, own, told, heard } = row
    const readAt = menu.state.readAt ?? ''
    if (own?.state === 'on-sale' && told?.stage === 'confirmed' && readAt > told.at) {
      // The menu has had its say since: there is nothing left to tell.
      book.keep({ ...row, own: null, told: null })
      return Infinity
    }
    if (own === null && heard?.state === 'on-sale' && readAt > heard.at) {
      book.keep({ ...row, heard: null })
      return Infinity
    }
    if (told?.stage === 'accepted') {
      const end = Date.parse(told.at) + finishWithinMs
      if (end > now) return end
      const late = { ...row, told: { ...told, stage: 'unconfirmed' as const, at: isoNow(clock) } }
      book.keep(late)
      if (own !== null && own.tapId !== told.tapId) deps.acts.owe(late)
      return lookAt(late, now)
    }
    if (own !== null && isOver(own, now)) {
      // Past its time nothing of it needs sending any more (outbox.md).
      debts.settle(key)
      history.end(key, own.until ?? isoNow(clock))
      book.keep({ ...row, own: null, told: null })
      menu.wake()
      return Infinity
    }
    if (heard !== null && isOver(heard, now)) {
      book.keep({ ...row, heard: null })
      return Infinity
    }
    const isTold = told?.tapId === own?.tapId && told?.stage !== 'queued'
    if (own?.state === 'counted' && !isTold) {
      const end = Date.parse(own.setAt) + countHoldsMs
      if (end > now) return end
      debts.settle(key)
      const { state, left, until, tapId } = own
      const asking = {
        state,
        left,
        until,
        tapId,
        stage: 'ask-again' as const,
        processId: null,
        listedAt: null,
      }
      book.keep({ ...row, told: { ...asking, at: isoNow(clock), words: null } })
      return Infinity
    }
    return Date.parse(own?.until ?? heard?.until ?? '9999-01-01')
  }

  function lookAtOpening(now: number): number {
    const { next } = remembered
    if (next !== null && Date.parse(next) <= now) {
      remember({ next: null, asked: offSince(next).length > 0 ? next : remembered.asked })
      deps.onOpening()
    }
    const opens = menu.hours === null ? null : nextOpening(menu.hours, now)
    const coming = opens === null ? null : new Date(opens).toISOString()
    if (coming !== remembered.next) remember({ next: coming })
    return opens ?? Infinity
  }

  function look(): void {
    const now = clock.now()
    let next = now + longestMs
    // What the transaction wakes may ask to catch up, and a disk that takes no writes must not end the watch.
    plan(longestMs)
    deps.transact(() => {
      for (const row of book.rows()) next = Math.min(next, lookAt(row, now))
      next = Math.min(next, lookAtOpening(now))
      deps.forget(now)
    })
    plan(Math.max(next - now, 1))
  }

  function plan(milliseconds: number): void {
    cancelTimer()
    planned = clock.monotonic() + milliseconds
    plannedAt = clock.now() + milliseconds
    cancelTimer = clock.after(milliseconds, look)
  }

  return {
    look,
    lookWithin(milliseconds) {
      if (clock.monotonic() + milliseconds < planned) plan(milliseconds)
    },
    catchUp() {
      if (clock.now() >= plannedAt) look()
    },
    opening() {
      const { asked } = remembered
      if (asked === null) return null
      const keys = offSince(asked)
      return keys.length === 0 ? null : { at: asked, keys }
    },
    nextOpening: () => remembered.next,
    answer() {
      remember({ asked: null })
      deps.onOpening()
    },
    close() {
      cancelTimer()
      // Nothing is due any more.
      planned = -Infinity
      plannedAt = Infinity
    },
  }
}
