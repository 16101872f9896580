import type { DeliveryKind, DeliveryState } from '#contract/deliveries/delivery.ts'
import type { Status } from '#contract/status/status.ts'
import type { Database } from '../db/open.ts'
import { Rows } from '../db/rows.ts'
import type { Log } from '../core/log.ts'
import { entryOf, entryRows, rowOf, type EntryRow } from './entry-row.ts'
import type { OutboxEntry } from './rules.ts'

const underWay: readonly DeliveryState[] = ['queued', 'sending', 'accepted', 'unknown']

/** Whether its state can still change, automatically or by a person. */
export const isOpen = ({ state, needsDecision }: Pick<OutboxEntry, 'state' | 'needsDecision'>) =>
  needsDecision || underWay.includes(state)

/** The part of an entry that decides when it is sent. */
interface DueEntry {
  id: string
  subject: string
  /** Its place in the order in which entries were enqueued, even if the clock was set meanwhile. */
  nth: number
}

export interface LaneHead {
  lane: string
  id: string
}

// Exactly as in the partial indexes; otherwise SQLite reads every bump that was ever made.
export const waitingStates = ['queued', 'unknown'] as const
type WaitingState = (typeof waitingStates)[number]
const waiting = "state IN ('queued', 'unknown') AND needs_decision = 0 AND lane IS NULL"

const marksFor = (kinds: readonly DeliveryKind[]): string => kinds.map(() => '?').join(', ')

const undecidedOf = (kinds: readonly DeliveryKind[]): string =>
  `open = 1 AND needs_decision = 1 AND kind IN (${marksFor(kinds)})`

export interface DueTime {
  id: string
  dueAt: string
}

/** Sorts before all others. */
export const beforeAllDue: DueTime = { dueAt: '', id: '' }

// Not by creation time, because somebody may have set the clock meanwhile.
const newestFirst = 'kind = ? AND subject = ? ORDER BY open DESC, rowid DESC'

/** How many open entries of the platform are in one state. */
interface StateCount {
  state: DeliveryState
  needsDecision: boolean
  count: number
}

const sumOf = (counts: readonly StateCount[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0)

/** The outbox on disk. Methods run inside the caller's transaction, or alone. */
export class OutboxRows {
  readonly #db: Database
  readonly #rows: Rows<EntryRow>

  constructor(db: Database, log: Log) {
    this.#db = db
    this.#rows = new Rows(db, log, entryRows)
  }

  // About subjects

  /** Adds or updates an entry. Throws if another entry of the kind and subject is open. */
  save(entry: OutboxEntry): void {
    this.#rows.put(rowOf(entry, isOpen(entry)))
  }

  has(id: string): boolean {
    return this.#db.get('SELECT 1 FROM outbox WHERE id = ?', id) !== undefined
  }

  get(id: string): OutboxEntry | null {
    const row = this.#rows.get(id)
    return row === null ? null : entryOf(row)
  }

  /** The open entry of a kind and subject, if any. */
  open(kind: DeliveryKind, subject: string): OutboxEntry | null {
    return this.#list('kind = ? AND subject = ? AND open = 1', kind, subject)[0] ?? null
  }

  newest(kind: DeliveryKind, subject: string): OutboxEntry | null {
    return this.#list(`${newestFirst} LIMIT 1`, kind, subject)[0] ?? null
  }

  history(kind: DeliveryKind, subject: string): OutboxEntry[] {
    return this.#list(newestFirst, kind, subject)
  }

  allOpen(kind?: DeliveryKind): OutboxEntry[] {
    return kind === undefined ? this.#list('open = 1') : this.#list('open = 1 AND kind = ?', kind)
  }

  /**
   * Deletes finished entries of some kinds from before an ISO instant whose subject is no `id` of
   * a table.
   */
  forgetOver(kinds: readonly DeliveryKind[], before: string, table: string): void {
    this.#db.run(
      `DELETE FROM outbox WHERE kind IN (${marksFor(kinds)}) AND open = 0 AND created_at < ?
         AND NOT EXISTS (SELECT 1 FROM ${table} WHERE ${table}.id = subject)`,
      ...kinds,
      before,
    )
  }

  // About decisions

  undecided(kinds: readonly DeliveryKind[], max: number): OutboxEntry[] {
    return this.#list(`${undecidedOf(kinds)} ORDER BY rowid DESC LIMIT ?`, ...kinds, max)
  }

  countUndecided(kinds: readonly DeliveryKind[]): number {
    return this.#count(undecidedOf(kinds), ...kinds)
  }

  counts(): Omit<Status['outbox'], 'paused'> {
    const counts = this.#countByState()
    const undecided = counts.filter(({ needsDecision }) => needsDecision)
    const automatic = counts.filter(({ needsDecision }) => !needsDecision)
    // Entries that were accepted and never finished need a decision only if no newer one exists,
    // and so do entries that expired.
    const notFinished = this.#count(
      `open = 1 AND lane IS NULL AND needs_decision = 1 AND state = 'unknown'
         AND reason = 'not-finished'`,
    )
    return {
      pending: sumOf(automatic.filter(({ state }) => state !== 'accepted')),
      sending: sumOf(counts.filter(({ state }) => state === 'sending')),
      unknown: sumOf(automatic.filter(({ state }) => state === 'unknown')),
      needsPerson: sumOf(undecided.filter(({ state }) => state !== 'expired')) - notFinished,
    }
  }

  // About lanes

  inLanes(kind: DeliveryKind): OutboxEntry[] {
    return this.#list('lane IS NOT NULL AND kind = ? ORDER BY created_at, rowid', kind)
  }

  forgetLane(lane: string): void {
    this.#db.run('DELETE FROM outbox WHERE lane = ?', lane)
  }

  /**
   * Deletes all entries of a kind with lanes from before an ISO instant; returns whether there
   * were any.
   */
  forgetInLanes(kind: DeliveryKind, before: string): boolean {
    const old = 'lane IS NOT NULL AND kind = ? AND created_at < ?'
    // Called often and usually without a result; a read needs no transaction.
    if (this.#db.get(`SELECT 1 FROM outbox WHERE ${old} LIMIT 1`, kind, before) === undefined)
      return false
    return this.#db.run(`DELETE FROM outbox WHERE ${old}`, kind, before) > 0
  }

  /** The first waiting entry of each lane. */
  laneHeads(): LaneHead[] {
    const heads: LaneHead[] = []
    for (let lane = ''; ;) {
      const head = this.#db.get(
        "SELECT lane, id FROM outbox WHERE state = 'queued' AND lane > ? ORDER BY lane, rowid LIMIT 1",
        lane,
      )
      if (head === undefined) return heads
      lane = String(head['lane'])
      heads.push({ lane, id: String(head['id']) })
    }
  }

  // About sending

  /** Entries of a kind without lanes that wait and are due by an ISO instant, in their order. */
  due(kind: DeliveryKind, state: WaitingState, until: string, max: number): DueEntry[] {
    return this.#db
      .all(
        `SELECT rowid, id, subject FROM outbox WHERE open = 1 AND lane IS NULL AND needs_decision = 0
           AND kind = ? AND state = ? AND due_at <= ? ORDER BY rowid LIMIT ?`,
        kind,
        state,
        until,
        max,
      )
      .map((row) => ({
        id: String(row['id']),
        subject: String(row['subject']),
        nth: Number(row['rowid']),
      }))
  }

  /** Entries of a kind and state without lanes that were tried and will be sent again. */
  waitingTried(kind: DeliveryKind, state: WaitingState): OutboxEntry[] {
    return this.#list(
      `open = 1 AND lane IS NULL AND needs_decision = 0 AND kind = ? AND state = ?
         AND attempts > 0`,
      kind,
      state,
    )
  }

  /** The first entries of all kinds without lanes that wait and are due, after `last`. */
  dueOfAll(last: DueTime, until: string, max: number): DueTime[] {
    return this.#db
      .all(
        `SELECT id, due_at FROM outbox WHERE ${waiting}
           AND due_at <= ? AND due_at >= ? AND (due_at > ? OR id > ?)
           ORDER BY due_at, id LIMIT ?`,
        until,
        last.dueAt,
        last.dueAt,
        last.id,
        max,
      )
      .map((row) => ({ id: String(row['id']), dueAt: String(row['due_at']) }))
  }

  /** When the next waiting entry after an ISO instant is due; null if there is none. */
  nextDue(after: string): string | null {
    const next = this.#db.get(
      `SELECT due_at FROM outbox WHERE ${waiting} AND due_at > ? ORDER BY due_at LIMIT 1`,
      after,
    )
    return next === undefined ? null : String(next['due_at'])
  }

  /**
   * Entries that are due later than their own wait allows, because the wall clock was set back
   * between two starts.
   */
  dueTooLate(now: string, max: number): OutboxEntry[] {
    return this.#list(
      `${waiting} AND due_at > ?
         AND (julianday(due_at) - julianday(?)) * 86400000 > wait_ms + 1000 LIMIT ?`,
      now,
      now,
      max,
    )
  }

  /** The ids of entries that are being sent, according to the disk. */
  sending(): string[] {
    return this.#db
      .all(`SELECT id FROM outbox WHERE state = 'sending'`)
      .map((row) => String(row['id']))
  }

  #list(where: string, ...values: (string | number)[]): OutboxEntry[] {
    return this.#rows.all(where, ...values).map(entryOf)
  }

  #count(where: string, ...values: string[]): number {
    return Number(this.#db.get(`SELECT count(*) AS n FROM outbox WHERE ${where}`, ...values)?.['n'])
  }

  #countByState(): StateCount[] {
    return this.#db
      .all(
        `SELECT state, needs_decision, count(*) AS n FROM outbox WHERE open = 1 AND lane IS NULL
           GROUP BY kind, needs_decision, state`,
      )
      .map((row) => ({
        state: row['state'] as DeliveryState,
        needsDecision: row['needs_decision'] === 1,
        count: Number(row['n']),
      }))
  }
}
