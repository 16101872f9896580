import type { HostEvent } from '#contract/index.ts'
import { z } from 'zod'
import type { NamedThing, ShiftNames } from '#contract/shifts/names.ts'
import type { CloseOut } from '#contract/shifts/shifts.ts'
import { tipsSuggestedBy } from '#domain/shifts/figures.ts'
import type { StoredValue } from '../db/values.ts'
import { drafts, type CountRow } from '../drafts/drafts.ts'
import type { Context } from '../noun.ts'
import { CloseOuts } from './close-outs.ts'
import { recordsOfBackups } from './seal-records.ts'

/**
 * The counts of shifts. Each is one draft that all screens share. Writes belong into the caller's
 * transaction.
 */
class Counts {
  readonly #context: Context

  constructor(context: Context) {
    this.#context = context
  }

  load(shiftId: string): CountRow | null {
    return this.#context.use(drafts).load('count', '', shiftId)
  }

  save(shiftId: string, row: CountRow): void {
    this.#context.use(drafts).put('count', '', shiftId, row)
  }
}

const namedList = z.array(z.object({ id: z.string(), name: z.string() }))
const namesSchema = z.object({ registers: namedList, people: namedList })

/** More than a restaurant has. Larger numbers mean that a system gives new ids every day. */
const maxOfAKind = 500

/** The ids that have no number yet, as things without a name. */
function newThings(named: readonly NamedThing[], seen: readonly string[]): NamedThing[] {
  const ids = new Set(named.map(({ id }) => id))
  return seen
    .filter((id) => id !== '' && !ids.has(id))
    .slice(0, Math.max(0, maxOfAKind - named.length))
    .map((id) => ({ id, name: '' }))
}

/**
 * The names of registers and people; the platform gives only their ids. Each has a number in the
 * order in which it was first seen, and shows that number until a person names it. Writes belong
 * into the caller's transaction.
 */
class Names {
  readonly #stored: StoredValue<ShiftNames>

  constructor({ values }: Context) {
    this.#stored = values('shifts.names', namesSchema)
  }

  list(): ShiftNames {
    return this.#stored.read() ?? { registers: [], people: [] }
  }

  learn(seen: Record<keyof ShiftNames, readonly string[]>): void {
    const { registers, people } = this.list()
    const newRegisters = newThings(registers, seen.registers)
    const newPeople = newThings(people, seen.people)
    if (newRegisters.length + newPeople.length === 0) return
    this.#stored.write({
      registers: [...registers, ...newRegisters],
      people: [...people, ...newPeople],
    })
  }

  /** Returns false if no shift has mentioned the id. */
  rename(kind: keyof ShiftNames, id: string, name: string): boolean {
    const names = this.list()
    if (!names[kind].some((each) => each.id === id)) return false
    const renamed = names[kind].map((each) => (each.id === id ? { id, name } : each))
    this.#stored.write({ ...names, [kind]: renamed })
    return true
  }

  /** Each id that was seen, with its name and number. */
  of(kind: keyof ShiftNames): ReadonlyMap<string, { name: string; number: number }> {
    return new Map(
      this.list()[kind].map(({ id, name }, place) => [id, { name, number: place + 1 }]),
    )
  }
}

type TipsSuggestion = ReturnType<typeof tipsSuggestedBy>

/**
 * What past shifts suggest about tips, inside or outside the amount of a payment: closed shifts,
 * and those that were read since the start.
 */
export class TipsEvidence {
  readonly #byShift = new Map<string, TipsSuggestion>()

  constructor(closeOuts: Iterable<CloseOut>) {
    for (const { shiftId, figures } of closeOuts)
      this.put(shiftId, tipsSuggestedBy(figures.all, figures.own))
  }

  put(shiftId: string, suggested: TipsSuggestion): void {
    this.#byShift.set(shiftId, suggested)
  }

  counts(): Record<'inside' | 'outside' | 'neither', number> {
    const counts = { inside: 0, outside: 0, neither: 0 }
    for (const suggested of this.#byShift.values()) if (suggested !== null) counts[suggested] += 1
    return counts
  }
}

/** How many of the newest close-outs suggest where tips are. */
const maxEvidence = 50

/** Everything about shifts that is stored. */
export class ShiftStore {
  readonly counts: Counts
  readonly closeOuts: CloseOuts
  readonly names: Names
  readonly tips: TipsEvidence

  constructor(context: Context) {
    const { db, sealKey, backedUp } = context
    this.counts = new Counts(context)
    this.closeOuts = new CloseOuts(db, sealKey, () =>
      backedUp === undefined ? [] : recordsOfBackups(backedUp.folder),
    )
    this.names = new Names(context)
    this.tips = new TipsEvidence(this.closeOuts.recent(maxEvidence))
  }
}

/** Collects changes of shifts that screens have not received yet. */
export class ShiftChanges {
  readonly #changed: () => void
  readonly #touched = new Set<string | null>()
  #revision = 0

  /** `changed` is called for each change, because a refresh does not commit anything. */
  constructor(changed: () => void) {
    this.#changed = changed
  }

  get revision(): number {
    return this.#revision
  }

  /** A shift's count, figures or close-outs changed; null if something changed that all shifts show. */
  touch(shiftId: string | null): void {
    this.#touched.add(shiftId)
    this.#changed()
  }

  /** Returns the events that are due, and marks them as sent. */
  drain(): HostEvent[] {
    const events = [...this.#touched].map((shiftId): HostEvent => {
      this.#revision += 1
      return { type: 'shifts.changed', revision: this.#revision, shiftId }
    })
    this.#touched.clear()
    return events
  }
}
