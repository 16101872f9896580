import { z } from 'zod'
import type { Database } from '../db/open.ts'
import { createRows } from '../db/rows.ts'
import type { Log } from '../log.ts'

const draftRow = z.object({ name: z.string(), typed: z.string(), typed_at: z.string() })

/** What a screen has typed of a guest's allergies and not noted yet. Writes belong into the caller's transaction. */
export interface GuestDrafts {
  of(screen: string, clientId: string): string | null
  /** Null takes it away. `typedAt` is ISO. */
  put(screen: string, clientId: string, draft: { typed: string; typedAt: string } | null): void
  /** Whether something was typed before an ISO instant. */
  isOlder(before: string): boolean
  /** Forgets what was typed before an ISO instant, or all of it, damaged rows as well. */
  forget(before: string | null): void
}

const damaged = "origin = 'guest_drafts' AND at < ?"

export function createGuestDrafts(db: Database, log: Log): GuestDrafts {
  const rows = createRows(db, log, {
    table: 'guest_drafts',
    key: 'name',
    schema: draftRow,
    columns: ['name', 'typed', 'typed_at'],
    json: [],
    version: 2,
  })
  const nameOf = (screen: string, clientId: string): string => `${screen} ${clientId}`
  return {
    of: (screen, clientId) => rows.get(nameOf(screen, clientId))?.typed ?? null,
    put(screen, clientId, draft) {
      const name = nameOf(screen, clientId)
      if (draft === null) rows.remove(name)
      else rows.put({ name, typed: draft.typed, typed_at: draft.typedAt })
    },
    isOlder: (before) =>
      db.get('SELECT 1 FROM guest_drafts WHERE typed_at < ? LIMIT 1', before) !== undefined ||
      db.get(`SELECT 1 FROM set_aside WHERE ${damaged} LIMIT 1`, before) !== undefined,
    forget(before) {
      db.run('DELETE FROM guest_drafts WHERE typed_at < ?', before ?? '9')
      db.run(`DELETE FROM set_aside WHERE ${damaged}`, before ?? '9')
    },
  }
}
