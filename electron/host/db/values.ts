import { z } from 'zod'
import type { Log } from '../log.ts'
import type { Database } from './open.ts'
import { createRows } from './rows.ts'
import type { RowFormat } from './table.ts'

const valueRow = z.object({ name: z.string(), value: z.unknown() })

/** A single thing that outlives a restart: null where it was never written, or cannot be read any more. */
export interface StoredValue<Value> {
  read(): Value | null
  /** Whether it stands in the database: as null, too, but not once what could not be read was set aside. */
  isThere(): boolean
  write(value: Value): void
}

/** Single things by name, in the database's `settings` table. */
export type Values = <Value>(name: string, schema: z.ZodType<Value>) => StoredValue<Value>

export const valueRows: RowFormat<z.infer<typeof valueRow>> = {
  table: 'settings',
  key: 'name',
  schema: valueRow,
  columns: ['name', 'value'],
  json: ['value'],
  version: 2,
}

export function createValues(db: Database, log: Log): Values {
  const rows = createRows(db, log, valueRows)
  return (name, schema) => ({
    read() {
      const row = rows.get(name)
      return row === null ? null : (schema.safeParse(row.value).data ?? null)
    },
    isThere: () => db.get('SELECT 1 FROM settings WHERE name = ?', name) !== undefined,
    write: (value) => rows.put({ name, value }),
  })
}
