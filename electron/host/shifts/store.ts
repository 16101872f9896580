import type { HostEvent } from '#contract/index.ts'
import { z } from 'zod'
import type { NamedThing, ShiftNames } from '#contract/shifts/names.ts'
import { countDraftSchema, type CloseOut, type KeptCount } from '#contract/shifts/shifts.ts'
import type { FigureMark } from '#domain/shifts/figure-change.ts'
import { tipsSuggestedBy } from '#domain/shifts/figures.ts'
import type { RowFormat } from '../db/rows.ts'
import type { Context } from '../noun.ts'
import { createCloseOuts } from './close-outs.ts'
import { recordsOfBackups } from './seal-records.ts'

const attempt = z.object({
  at: z.string(),
  screen: z.string(),
  methods: z.array(z.object({ methodId: z.string(), counted: z.number() })),
})

const mark = z.object({
  payments: z.number(),
  voided: z.number(),
  methods: z.array(z.object({ methodId: z.string(), amount: z.number(), tips: z.number() })),
  totals: z.number().nullable(),
  registers: z.number(),
}) satisfies z.ZodType<FigureMark>

const kept = z.object({
  revision: z.number(),
  state: z.enum(['counting', 'counted', 'recounting', 'closed']) satisfies z.ZodType<
    KeptCount['state']
  >,
  draft: countDraftSchema,
  methodIds: z.array(z.string()),
  wasRevealed: z.boolean(),
  corrects: z.object({ number: z.number(), reason: z.string() }).nullable(),
  attempts: z.array(attempt),
  /** The figures as they were when the count was finished; null where they were not read by then. */
  mark: mark.nullable(),
  finishedAt: z.string().nullable(),
  savedAt: z.string(),
  savedOn: z.string(),
})

/** A count with all that is needed to go on with it after a crash. */
export type CountRow = z.infer<typeof kept>

const rowSchema = z.object({ shift_id: z.string(), kept })

export const countRows: RowFormat<z.infer<typeof rowSchema>> = {
  table: 'shift_counts',
  key: 'shift_id',
  schema: rowSchema,
  columns: ['shift_id', 'kept'],
  json: ['kept'],
  version: 2,
}

/** The counts on disk, a row a shift. Writes belong into the caller's transaction. */
function createCounts({ rows }: Context) {
  const counts = rows(countRows)
  return {
    load: (shiftId: string): CountRow | null => counts.get(shiftId)?.kept ?? null,
    save: (shiftId: string, row: CountRow): void => counts.put({ shift_id: shiftId, kept: row }),
  }
}

const things = z.array(z.object({ id: z.string(), name: z.string() }))
const namesSchema = z.object({ registers: things, people: things })

/** More than a restaurant has. Beyond it, something gives new ids each day. */
const mostOfAKind = 500

/**
 * What registers and people are called here: the platform gives only their ids. Each keeps the place in which it was first
 * seen, and is called by that number until somebody names it. Writes belong into the caller's transaction.
 */
function createNames({ values }: Context) {
  const saved = values('shifts.names', namesSchema)
  const read = (): ShiftNames => saved.read() ?? { registers: [], people: [] }

  return {
    read,
    /** Notes ids that were not seen before. */
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
    /** Answers false where no shift has told of it. */
    rename(kind: keyof ShiftNames, id: string, name: string): boolean {
      const known = read()
      if (!known[kind].some((each) => each.id === id)) return false
      const named = known[kind].map((each) => (each.id === id ? { id, name } : each))
      saved.write({ ...known, [kind]: named })
      return true
    },
    /** The name and number of each of a kind; null for an id that nobody has seen. */
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
 * What past shifts suggest of where tips are, inside the amount of a payment or outside: those that were closed, and those
 * that were read since the start.
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

/** So many of the newest close-outs suggest where tips are. */
const mostEvidence = 50

/** What is kept here of shifts. */
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

/** What the screens have not heard yet of shifts. `changed` is called each time, since no commit tells of a reading. */
export function createShiftChanges(changed: () => void) {
  const touched = new Set<string | null>()
  let revision = 0

  return {
    /** A shift's count, figures or close-outs changed; null for something that all shifts are shown with. */
    touch(shiftId: string | null) {
      touched.add(shiftId)
      changed()
    },
    /** Answers the events that are due, and counts them as told. */
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
