import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { Log } from '../core/log.ts'
import type { Database } from './open.ts'
import { Rows } from './rows.ts'
import { closedUrl } from './files.ts'
import type { RowFormat } from './table.ts'

const valueRow = z.object({ name: z.string(), value: z.unknown() })

/** A single value that survives a restart. Null if it was never written or can't be read. */
export interface StoredValue<Value> {
  read(): Value | null
  /**
   * Whether the value is in the database, even as null. False after an unreadable value was set
   * aside.
   */
  isThere(): boolean
  write(value: Value): void
}

/** Reads and writes single values by name, in the `settings` table. */
export type Values = <Value>(name: string, schema: z.ZodType<Value>) => StoredValue<Value>

const valueRows: RowFormat<z.infer<typeof valueRow>> = {
  table: 'settings',
  key: 'name',
  schema: valueRow,
  columns: ['name', 'value'],
  json: ['value'],
}

type ValueRows = Rows<z.infer<typeof valueRow>>

class ValueInRow<Value> implements StoredValue<Value> {
  readonly #db: Database
  readonly #rows: ValueRows
  readonly #name: string
  readonly #schema: z.ZodType<Value>

  constructor(db: Database, rows: ValueRows, name: string, schema: z.ZodType<Value>) {
    this.#db = db
    this.#rows = rows
    this.#name = name
    this.#schema = schema
  }

  read(): Value | null {
    const row = this.#rows.get(this.#name)
    return row === null ? null : (this.#schema.safeParse(row.value).data ?? null)
  }

  isThere(): boolean {
    const sql = 'SELECT 1 FROM settings WHERE name = ?'
    return this.#db.get(sql, this.#name) !== undefined
  }

  write(value: Value): void {
    this.#rows.put({ name: this.#name, value })
  }
}

export function createValues(db: Database, log: Log): Values {
  const rows = new Rows(db, log, valueRows)
  return (name, schema) => new ValueInRow(db, rows, name, schema)
}

/** A value as it is stored, to compare two databases; null if it isn't there or can't be read. */
export function storedText(
  get: (sql: string, name: string) => Record<string, unknown> | undefined,
  name: string,
): unknown {
  try {
    return get('SELECT value FROM settings WHERE name = ?', name)?.['value'] ?? null
  } catch {
    return null
  }
}

/** A value in a database that nobody has open; null if it isn't there or can't be read. */
export function valueIn<Value>(path: string, name: string, schema: z.ZodType<Value>): Value | null {
  let db: DatabaseSync
  try {
    db = new DatabaseSync(closedUrl(path), { readOnly: true })
  } catch {
    return null
  }
  try {
    const text = storedText((sql, key) => db.prepare(sql).get(key), name)
    return schema.safeParse(JSON.parse(String(text))).data ?? null
  } catch {
    return null
  } finally {
    db.close()
  }
}
