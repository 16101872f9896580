import { z } from 'zod'
import { roles } from '#contract/caller.ts'
import type { Screen } from '#contract/screens.ts'
import { newScreensRole } from '#domain/screens/role.ts'
import type { RowFormat } from '../db/table.ts'
import type { Context } from '../noun.ts'

const screenRow = z.object({ id: z.string(), name: z.string(), role: z.enum(roles) })

export const screenRows: RowFormat<z.output<typeof screenRow>> = {
  table: 'screens',
  key: 'id',
  schema: screenRow,
  columns: ['id', 'name', 'role'],
  json: [],
  version: 2,
}

/** A browser that is cleaned every night is a new screen every morning: beyond so many, the oldest are let go. */
const mostStored = 200
const mostSeen = 100

export type ScreenStore = ReturnType<typeof createScreenStore>

/** The screens that are known: those with a name or a role, and those that asked since the start. Read from memory. */
export function createScreenStore(context: Pick<Context, 'rows'>) {
  const rows = context.rows(screenRows)
  const seen = new Set<string>()
  let stored = new Map<string, Screen>()
  reload()

  /** As the database has them. */
  function reload(): void {
    stored = new Map(rows.all().map((row) => [row.id, row]))
  }

  const isNew = ({ name, role }: Screen): boolean => name === '' && role === newScreensRole
  const isKnown = (id: string): boolean => stored.has(id) || seen.has(id)
  const get = (id: string): Screen => stored.get(id) ?? { id, name: '', role: newScreensRole }

  function remove(id: string): void {
    rows.remove(id)
    stored.delete(id)
  }

  /** One that a manager gave a role stays, and so does one that is in use. */
  function makeRoom(): void {
    for (const { id, role } of stored.values()) {
      if (stored.size <= mostStored) return
      if (role === newScreensRole && !seen.has(id)) remove(id)
    }
  }

  return {
    get,
    isKnown,
    all: () => [...new Set([...stored.keys(), ...seen])].map(get),
    /** A screen asks; answers whether it is new here. The one without an id is nobody's. */
    see(id: string): boolean {
      if (id === '') return false
      const wasKnown = isKnown(id)
      // Again at the end: who asked last is let go last.
      seen.delete(id)
      seen.add(id)
      for (const oldest of seen) if (seen.size > mostSeen) seen.delete(oldest)
      return !wasKnown
    },
    /** Within a transaction. */
    put(screen: Screen): void {
      if (isNew(screen)) {
        remove(screen.id)
        return
      }
      rows.put({ ...screen })
      stored.set(screen.id, screen)
      makeRoom()
    },
    /** Within a transaction. */
    forget(id: string): void {
      remove(id)
      seen.delete(id)
    },
    reload,
  }
}
