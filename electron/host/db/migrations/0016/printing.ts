import type { DatabaseSync } from 'node:sqlite'
import { isSealed } from '../../seal.ts'
import type { Entries, Entry } from './entries.ts'

type Come = Partial<Entry> & Pick<Entry, 'state'>

/** What was on its way when the program ended is found as interrupted at the start. */
function comeOf(state: unknown, trouble: unknown): Come {
  const reason = typeof trouble === 'string' ? trouble : null
  if (state === 'printing') return { state: 'sending', open: 1 }
  if (state === 'done') return { state: 'confirmed' }
  if (state === 'unknown') return { state: 'unknown', reason, needs_decision: 1, open: 1 }
  return { state: 'queued', reason, open: 1, attempts: 0, first_sent_at: null }
}

/** Print jobs had a table of their own. A row whose hash is wrong goes: paper can be asked for again. */
export function printing(db: DatabaseSync, entries: Entries): void {
  const jobs = db.prepare('SELECT * FROM print_jobs ORDER BY created_at, rowid').all()
  const isTaken = db.prepare('SELECT 1 FROM outbox WHERE id = ?')
  for (const row of jobs) {
    if (!isSealed(row) || isTaken.get(String(row['id'])) !== undefined) continue
    const { kind, title, trouble } = JSON.parse(String(row['job'])) as Record<string, unknown>
    const printerId = String(row['printer_id'])
    const paper: unknown = JSON.parse(String(row['paper']))
    entries.add({
      id: String(row['id']),
      kind: 'print',
      subject: String(row['id']),
      lane: printerId,
      payload: JSON.stringify({ printerId, printed: kind, title, paper }),
      created_at: String(row['created_at']),
      ...comeOf(row['state'], trouble),
    })
  }
  db.exec('DROP TABLE print_jobs')
}
