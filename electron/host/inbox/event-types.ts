import { z } from 'zod'
import type { Database } from '../db/open.ts'
import { packedBody } from './packed.ts'

/** A type of event that arrived, and the fields of the newest one's `data`. */
interface ArrivedType {
  type: string
  fields: string[]
}

/** So many are looked through: bodies are large and no index knows their types. */
const newest = 2000

const envelope = z.object({ data: z.record(z.string(), z.unknown()) })

function dataFields(body: () => string): string[] {
  try {
    return Object.keys(envelope.parse(JSON.parse(body())).data)
  } catch {
    return []
  }
}

function bodyOf(db: Database, id: number): string {
  const row = db.get('SELECT key, body, pack FROM inbox WHERE id = ?', id)
  return row?.['pack'] == null
    ? String(row?.['body'])
    : packedBody(db, Number(row['pack']), String(row['key']))
}

/** The types of the newest 2,000 events that the platform sent, for the doctor. */
export const arrivedTypes = (db: Database): ArrivedType[] =>
  db
    .all(
      `SELECT type, max(id) AS id FROM
         (SELECT id, type, source FROM inbox ORDER BY id DESC LIMIT ${newest})
       WHERE source = 'webhook' AND type <> '' GROUP BY type`,
    )
    .map((row) => ({
      type: String(row['type']),
      fields: dataFields(() => bodyOf(db, Number(row['id']))),
    }))
