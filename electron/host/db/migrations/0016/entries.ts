/** The columns of an entry, in hash order. */
export const columns = [
  'id',
  'kind',
  'subject',
  'lane',
  'payload',
  'state',
  'reason',
  'message',
  'needs_decision',
  'open',
  'since',
  'undo_until',
  'created_at',
  'due_at',
  'wait_ms',
  'attempts',
  'repeats',
  'first_sent_at',
] as const

export type Entry = { [Name in (typeof columns)[number]]: string | number | null }

export interface Entries {
  newest(kind: string, subject: string): Entry | null
  /** Changes an entry and updates its hash. */
  change(entry: Entry, change: Partial<Entry>): void
  /** Adds an entry. Missing fields get the values of a closed entry. */
  add(entry: Pick<Entry, 'id' | 'kind' | 'subject' | 'state' | 'created_at'> & Partial<Entry>): void
}
