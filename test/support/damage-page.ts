import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const pages = {
  first: 'SELECT rootpage AS page FROM sqlite_schema WHERE name = ?',
  leaf: `SELECT pageno AS page FROM dbstat WHERE name = ? AND pagetype = 'leaf'`,
}

/** Damages the first page of a table or an index, or a page with rows, in a closed database. */
export function damagePage(file: string, name: string, which: keyof typeof pages = 'first'): void {
  const db = new DatabaseSync(file)
  const root = Number(db.prepare(pages[which]).get(name)?.['page'])
  const size = Number(db.prepare('PRAGMA page_size').get()?.['page_size'])
  db.close()
  const bytes = readFileSync(file)
  bytes.fill(0xee, (root - 1) * size, root * size)
  writeFileSync(file, bytes)
}
