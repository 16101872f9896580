import { closeSync, openSync, readSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'

type Row = Record<string, unknown>

const number = (db: DatabaseSync, pragma: string): number =>
  Number(db.prepare(`PRAGMA ${pragma}`).get()?.[pragma])

/** A checksum of a file's version and of the shape of its tables, as its application id. */
function sealOf(db: DatabaseSync): number {
  const shape = db
    .prepare(
      `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE type <> 'trigger' ORDER BY type, name`,
    )
    .all()
  const text = JSON.stringify([
    number(db, 'user_version'),
    shape.map((row: Row) => Object.values(row)),
  ])
  // 0 is what a file has that was never sealed.
  return crc32(text) | 0 || 1
}

/** Writes the seal, where it is not there. */
export function sealFile(db: DatabaseSync): void {
  const seal = sealOf(db)
  if (number(db, 'application_id') !== seal) db.exec(`PRAGMA application_id = ${String(seal)}`)
}

/** The triggers that some migrations make, as SQLite keeps them. */
export const triggersIn = (migrations: readonly unknown[]): ReadonlyMap<string, string> =>
  new Map(
    migrations
      .flatMap((each) => (typeof each === 'string' ? each.split(/;\n+(?=CREATE)|;\n*$/) : []))
      .flatMap((sql) => {
        const name = /CREATE TRIGGER (\w+)/.exec(sql)?.[1]
        return name === undefined ? [] : [[name, sql.trim()] as const]
      }),
  )

/**
 * Why the head of a file, or the shape of its tables, is not what was written there; null where it is. SQLite believes both:
 * a version with a flipped bit is a newer one, a column's name another column.
 */
export function faultOfHead(
  db: DatabaseSync,
  triggers: ReadonlyMap<string, string>,
): string | null {
  const encoding = db.prepare('PRAGMA encoding').get()?.['encoding']
  if (encoding !== 'UTF-8') return `encoding ${String(encoding)}`
  const roots = db.prepare('SELECT rootpage FROM sqlite_schema WHERE rootpage > 0').all()
  if (new Set(roots.map((row: Row) => row['rootpage'])).size < roots.length) return 'shared pages'
  const kept = db.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`).all()
  for (const { name, sql } of kept as Row[])
    if ((triggers.get(String(name)) ?? sql) !== sql) return `trigger ${String(name)}`
  const written = number(db, 'application_id')
  return written === 0 || written === sealOf(db) ? null : 'its seal is wrong'
}

/** Whether SQLite would take the file for one that nobody may write. Told by two bytes, of which it knows 1 and 2. */
export function isTakenForReadOnly(path: string): boolean {
  const bytes = Buffer.alloc(20)
  const file = openSync(path, 'r')
  try {
    return readSync(file, bytes) === bytes.length && Math.max(bytes[18] ?? 0, bytes[19] ?? 0) > 2
  } finally {
    closeSync(file)
  }
}
