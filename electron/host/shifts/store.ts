import type { HostEvent } from '#contract/index.ts'
import { z } from 'zod'
import type { NamedThing, ShiftNames } from '#contract/shifts/names.ts'
import type { CloseOut } from '#contract/shifts/shifts.ts'
import { tipsSuggestedBy } from '#domain/shifts/figures.ts'
import { drafts, type CountRow } from '../drafts/drafts.ts'
import type { Context } from '../noun.ts'
import { createCloseOuts } from './close-outs.ts'
import { recordsOfBackups } from './seal-records.ts'

/**
 * The counts of shifts. Each is one draft that all screens share. Writes belong into the caller's
 * transaction.
 */
function createCounts({ use }: Context) {
  const savedDrafts = use(drafts)
  return {
    load: (shiftId: string): CountRow | null => savedDrafts.load('count', '', shiftId),
    save: (shiftId: string, row: CountRow): void => savedDrafts.save('count', '', shiftId, row),
  }
}

const things = z.array(z.object({ id: z.string(), name: z.string() }))
const namesSchema = z.object({ registers: things, people: things })

/** More than a restaurant has. Larger numbers mean that a system gives new ids every day. */
const mostOfAKind = 500

/**
 * The names of registers and people; the platform gives only their ids. Each has a number in the
 * order in which it was first seen, and shows that number until a person names it. Writes belong
 * into the caller's transaction.
 */
function createNames({ values }: Context) {
  const saved = values('shifts.names', namesSchema)
  const read = (): ShiftNames => saved.read() ?? { registers: [], people: [] }

  return {
    read,
    learn(seen: Record<keyof ShiftNames, readonly string[]>): void {
      const known = read()
      const added = (kind: keyof ShiftNames): NamedThing[] => {
        const ids = new Set(known[kind].map(({ id }) => id))
        return seen[kind]
          .filter((id) => id !== '' && !ids.has(id))
          .slice(0, Math.max(0, mostOfAKind - known[kind].length))
          .map((id) => ({ id, name: '' }))
      }
      const [registers, people] = [added('registers'), added('people')]
      if (registers.length + people.length === 0) return
      saved.write({
        registers: [...known.registers, ...registers],
        people: [...known.people, ...people],
      })
    },
    /** Returns false if no shift has mentioned the id. */
    rename(kind: keyof ShiftNames, id: string, name: string): boolean {
      const known = read()
      if (!known[kind].some((each) => each.id === id)) return false
      const named = known[kind].map((each) => (each.id === id ? { id, name } : each))
      saved.write({ ...known, [kind]: named })
      return true
    },
    /** The name and number of an id; null for an id that was never seen. */
    of(kind: keyof ShiftNames) {
      const known = new Map(
        read()[kind].map(({ id, name }, place) => [id, { name, number: place + 1 }]),
      )
      return (id: string) => known.get(id) ?? null
    },
  }
}

type TipsSuggestion = ReturnType<typeof tipsSuggestedBy>

/**
 * What past shifts suggest about tips, inside or outside the amount of a payment: closed shifts,
 * and those that were read since the start.
 */
export function createTipsEvidence(closeOuts: Iterable<CloseOut>) {
  const found = new Map<string, TipsSuggestion>()
  for (const { shiftId, figures } of closeOuts)
    found.set(shiftId, tipsSuggestedBy(figures.all, figures.own))
  return {
    put: (shiftId: string, suggested: TipsSuggestion) => void found.set(shiftId, suggested),
    counts() {
      const counts = { inside: 0, outside: 0, neither: 0 }
      for (const suggested of found.values()) if (suggested !== null) counts[suggested] += 1
      return counts
    },
  }
}

/** How many of the newest close-outs suggest where tips are. */
const mostEvidence = 50

export function createShiftStore(context: Context) {
  const { db, sealKey, backedUp } = context
  const closeOuts = createCloseOuts(db, sealKey, () =>
    backedUp === undefined ? [] : recordsOfBackups(backedUp.folder),
  )
  return {
    counts: createCounts(context),
    closeOuts,
    names: createNames(context),
    tips: createTipsEvidence(closeOuts.recent(mostEvidence)),
  }
}
export type ShiftStore = ReturnType<typeof createShiftStore>

/**
 * Collects changes of shifts that screens have not received yet. `changed` is called for each,
 * because a refresh does not commit anything.
 */
export function createShiftChanges(changed: () => void) {
  const touched = new Set<string | null>()
  let revision = 0

  return {
    /** A shift's count, figures or close-outs changed; null if something changed that all shifts show. */
    touch(shiftId: string | null) {
      touched.add(shiftId)
      changed()
    },
    /** Returns the events that are due, and marks them as sent. */
    take(): HostEvent[] {
      const events = [...touched].map((shiftId): HostEvent => {
        revision += 1
        return { type: 'shifts.changed', revision, shiftId }
      })
      touched.clear()
      return events
    },
    get revision() {
      return revision
    },
  }
}
export type ShiftChanges = ReturnType<typeof createShiftChanges>
