import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** Damages the first page of a table or an index in a database that nobody has open. */
export function damagePage(file: string, name: string): void {
  const db = new DatabaseSync(file)
  const found = db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name)
  db.close()
  const root = Number(found?.['rootpage'])
  const bytes = readFileSync(file)
  bytes.fill(0xee, (root - 1) * 4096, root * 4096)
  writeFileSync(file, bytes)
}
