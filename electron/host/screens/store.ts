import { z } from 'zod'
import { roles } from '#contract/caller.ts'
import type { Screen } from '#contract/screens.ts'
import { newScreensRole } from '#domain/screens/role.ts'
import type { Database } from '../db/open.ts'
import { createRows } from '../db/rows.ts'
import type { Log } from '../log.ts'

const screenRow = z.object({ id: z.string(), name: z.string(), role: z.enum(roles) })

/** A browser that is cleaned every night is a new screen every morning: beyond so many, the oldest are let go. */
const mostKept = 200
const mostSeen = 100

/** The screens that are known: those with a name or a role, and those that asked since the start. Read from memory. */
export interface ScreenStore {
  get(id: string): Screen
  isKnown(id: string): boolean
  all(): Screen[]
  /** A screen asks; answers whether it is new here. The one without an id is nobody's. */
  see(id: string): boolean
  put(screen: Screen): void
  forget(id: string): void
  /** As the database has them. */
  reload(): void
}

export function createScreenStore(db: Database, log: Log): ScreenStore {
  const rows = createRows(db, log, {
    table: 'screens',
    key: 'id',
    schema: screenRow,
    columns: ['id', 'name', 'role'],
    json: [],
    version: 2,
  })
  const seen = new Set<string>()
  let kept = new Map<string, Screen>()
  reload()

  function reload(): void {
    kept = new Map(rows.all().map((row) => [row.id, row]))
  }

  const isNew = ({ name, role }: Screen): boolean => name === '' && role === newScreensRole
  const get = (id: string): Screen => kept.get(id) ?? { id, name: '', role: newScreensRole }

  function forget(id: string): void {
    rows.remove(id)
    kept.delete(id)
  }

  /** One that a manager gave a role stays, and so does one that is in use. */
  function makeRoom(): void {
    for (const { id, role } of kept.values()) {
      if (kept.size <= mostKept) return
      if (role === newScreensRole && !seen.has(id)) forget(id)
    }
  }

  return {
    get,
    isKnown: (id) => kept.has(id) || seen.has(id),
    all: () => [...new Set([...kept.keys(), ...seen])].map(get),
    see(id) {
      if (id === '') return false
      const known = kept.has(id) || seen.has(id)
      // Again at the end: who asked last is let go last.
      seen.delete(id)
      seen.add(id)
      for (const oldest of seen) if (seen.size > mostSeen) seen.delete(oldest)
      return !known
    },
    put(screen) {
      if (isNew(screen)) {
        forget(screen.id)
        return
      }
      rows.put({ ...screen })
      kept.set(screen.id, screen)
      makeRoom()
    },
    forget(id) {
      forget(id)
      seen.delete(id)
    },
    reload,
  }
}
