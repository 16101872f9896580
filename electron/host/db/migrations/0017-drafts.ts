import type { DatabaseSync } from 'node:sqlite'
import { isSealed, sealedHash } from '../seal.ts'

/**
 * Everything that was typed and not submitted: on one screen, or shared by all (`screen` is empty).
 * `kept_at` is the time of the last change, ISO. Most of it is personal data of guests.
 */
const shape = `
CREATE TABLE drafts (
  name TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  screen TEXT NOT NULL,
  subject TEXT NOT NULL,
  kept_at TEXT NOT NULL,
  draft TEXT NOT NULL,
  version INTEGER NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX drafts_screen ON drafts (screen, kind);
`

interface Draft {
  kind: string
  screen: string
  subject: string
  keptAt: string
  draft: unknown
}

interface OldReservationDrafts {
  reservationId: string | null
  keptAt: string
  draft: unknown
}

/** Reads the drafts from a row of each old table. */
const tables: Readonly<Record<string, (row: Record<string, unknown>) => Draft[]>> = {
  reservation_drafts: ({ screen, drafts }) =>
    (JSON.parse(String(drafts)) as OldReservationDrafts[]).map(
      ({ reservationId, keptAt, draft }) => ({
        kind: 'reservation',
        screen: String(screen),
        subject: reservationId ?? '',
        keptAt,
        draft,
      }),
    ),
  guest_drafts({ name, typed, typed_at: keptAt }) {
    const [screen = '', ...subject] = String(name).split(' ')
    const draft = { allergies: typed }
    return [
      { kind: 'allergies', screen, subject: subject.join(' '), keptAt: String(keptAt), draft },
    ]
  },
  shift_counts({ shift_id: subject, kept }) {
    const draft = JSON.parse(String(kept)) as { savedAt: string }
    return [{ kind: 'count', screen: '', subject: String(subject), keptAt: draft.savedAt, draft }]
  },
}

const version = 2

/** Moves the drafts of all kinds from their own tables into one. A damaged row is set aside. */
export function drafts(db: DatabaseSync): void {
  db.exec(shape)
  const add = db.prepare('INSERT OR REPLACE INTO drafts VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const setAside = db.prepare(`INSERT INTO set_aside (origin, key, reason, at, row)
    VALUES ('drafts', ?, 'its hash is wrong', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ?)`)
  for (const [table, draftsOf] of Object.entries(tables)) {
    for (const row of db.prepare(`SELECT * FROM ${table} ORDER BY rowid`).all()) {
      if (!isSealed(row)) {
        const [name] = Object.values(row)
        setAside.run(`${table} ${String(name)}`, JSON.stringify(row))
        continue
      }
      for (const { kind, screen, subject, keptAt, draft } of draftsOf(row)) {
        const name = JSON.stringify([kind, screen, subject])
        const columns = [name, kind, screen, subject, keptAt, JSON.stringify(draft)] as const
        add.run(...columns, version, sealedHash(version, columns))
      }
    }
    db.exec(`
      DROP TABLE ${table};
      UPDATE set_aside SET origin = 'drafts', key = '${table} ' || key WHERE origin = '${table}';
    `)
  }
}
