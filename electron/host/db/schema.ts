import { DatabaseSync } from 'node:sqlite'
import { firstMigrations } from './migrations/0001-0015.ts'
import { deliveries } from './migrations/0016/deliveries.ts'
import { drafts } from './migrations/0017-drafts.ts'
import { store } from './migrations/0018-store.ts'
import { printedTickets } from './migrations/0019-printed-tickets.ts'
import { dishWork } from './migrations/0020-dish-work.ts'
import { instructions } from './migrations/0021-instructions.ts'
import { outboxOrder } from './migrations/0022-outbox-order.ts'
import { archive } from './migrations/0023-archive.ts'
import type { Log } from '../log.ts'
import { DamagedDatabase } from './damage.ts'
import { countChange } from './database.ts'

/** Each is SQL, or a function if it has to read rows. */
const migrations: readonly (string | ((db: DatabaseSync) => void))[] = [
  ...firstMigrations,
  deliveries,
  drafts,
  store,
  printedTickets,
  dishWork,
  instructions,
  outboxOrder,
  archive,
]

/** The triggers that the migrations create, with their SQL as SQLite stores it. */
const triggers: ReadonlyMap<string, string> = new Map(
  migrations
    .flatMap((each) => (typeof each === 'string' ? each.split(/;\n+(?=CREATE)|;\n*$/) : []))
    .flatMap((sql) => {
      const name = /CREATE TRIGGER (\w+)/.exec(sql)?.[1]
      return name === undefined ? [] : [[name, sql.trim()] as const]
    }),
)

/** A newer Kitchen Pass wrote the file; this version must not touch it. */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase'
}

/** Brings a file to this version. */
export function migrate(db: DatabaseSync): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
  if (version > migrations.length) throw new NewerDatabase(`version ${String(version)}`)
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue
    db.exec('BEGIN IMMEDIATE')
    if (typeof migration === 'string') db.exec(migration)
    else migration(db)
    db.exec(`PRAGMA user_version = ${String(index + 1)}; COMMIT`)
  }
  if (version > 0 && version < migrations.length) db.exec(countChange)
}

type Part = Record<'type' | 'name' | 'sql', string>

/** Triggers, views, indexes and tables, except what SQLite makes for itself. */
const partsOf = (db: DatabaseSync): Part[] =>
  db
    .prepare(`SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL`)
    .all()
    .map(({ type, name, sql }) => ({ type: String(type), name: String(name), sql: String(sql) }))

function drop(db: DatabaseSync, { type, name }: Part, log: Log): void {
  db.exec(`DROP ${type} "${name.replaceAll('"', '""')}"`)
  log.warn('not ours: taken out of the database', { type, name })
}

/** Why a trigger of ours is not what we wrote; null if all are. */
export const faultOfTriggers = (db: DatabaseSync): string | null =>
  partsOf(db).find(
    ({ type, name, sql }) => type === 'trigger' && (triggers.get(name) ?? sql) !== sql,
  )?.name ?? null

/**
 * Takes triggers and views out that we never made, before anything is written: a file that came from
 * elsewhere must not run anything.
 */
export function dropForeignCode(db: DatabaseSync, log: Log): void {
  for (const part of partsOf(db))
    if (part.type === 'view' || (part.type === 'trigger' && !triggers.has(part.name)))
      drop(db, part, log)
}

/**
 * Makes the indexes of a file from elsewhere, in this version, the same as ours, because another one
 * could refuse rows. Throws `DamagedDatabase` if one of our tables is another one.
 */
export function takeOwnSchema(db: DatabaseSync, log: Log): void {
  const fresh = new DatabaseSync(':memory:')
  try {
    migrate(fresh)
    const own = new Map(partsOf(fresh).map((part) => [part.name, part]))
    const found = new Map(partsOf(db).map((part) => [part.name, part]))
    // The tables inside a search index belong to SQLite's version.
    const searches = [...own.values()].filter(({ sql }) => sql.startsWith('CREATE VIRTUAL'))
    const isOfSearch = (name: string) => searches.some((each) => name.startsWith(`${each.name}_`))
    for (const [name, part] of found)
      if (part.type === 'index' && own.get(name)?.sql !== part.sql) {
        drop(db, part, log)
        found.delete(name)
      }
    for (const [name, { type, sql }] of own)
      if (type === 'index' && !found.has(name)) db.exec(sql)
      else if (type === 'table' && !isOfSearch(name) && found.get(name)?.sql !== sql)
        throw new DamagedDatabase(`table ${name}`)
  } finally {
    fresh.close()
  }
}
