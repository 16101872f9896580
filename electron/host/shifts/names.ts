import { z } from 'zod'
import type { NamedThing, ShiftNames } from '#contract/shifts/names.ts'
import type { Values } from '../db/values.ts'

const things = z.array(z.object({ id: z.string(), name: z.string() }))
const namesSchema = z.object({ registers: things, people: things })

/** More than a restaurant has: beyond it something gives new ids each day. */
const mostOfAKind = 500

/**
 * What registers and people are called here: the platform gives their ids alone. Each keeps the place in which it was first
 * seen, and is called by its number until somebody names it. Writes belong into the caller's transaction.
 */
export interface KnownNames {
  read(): ShiftNames
  /** Notes ids that were not seen before; answers whether there were any. */
  learn(seen: Record<keyof ShiftNames, readonly string[]>): boolean
  /** False where nobody has seen it. */
  rename(kind: keyof ShiftNames, id: string, name: string): boolean
  /** What each of a kind is called; null where nobody has seen it. */
  of(kind: keyof ShiftNames): (id: string) => { name: string; number: number } | null
}

export function createKnownNames(values: Values): KnownNames {
  const kept = values('shifts.names', namesSchema)
  const read = (): ShiftNames => kept.read() ?? { registers: [], people: [] }

  return {
    read,
    learn(seen) {
      const known = read()
      const added = (kind: keyof ShiftNames): NamedThing[] => {
        const ids = new Set(known[kind].map(({ id }) => id))
        return seen[kind]
          .filter((id) => id !== '' && !ids.has(id))
          .slice(0, Math.max(0, mostOfAKind - known[kind].length))
          .map((id) => ({ id, name: '' }))
      }
      const [registers, people] = [added('registers'), added('people')]
      if (registers.length + people.length === 0) return false
      kept.write({
        registers: [...known.registers, ...registers],
        people: [...known.people, ...people],
      })
      return true
    },
    rename(kind, id, name) {
      const known = read()
      if (!known[kind].some((each) => each.id === id)) return false
      const named = known[kind].map((each) => (each.id === id ? { id, name } : each))
      kept.write({ ...known, [kind]: named })
      return true
    },
    of(kind) {
      const known = new Map(
        read()[kind].map(({ id, name }, place) => [id, { name, number: place + 1 }]),
      )
      return (id) => known.get(id) ?? null
    },
  }
}
