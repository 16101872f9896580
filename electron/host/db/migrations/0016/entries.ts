/** The columns of an entry, in the order in which they are hashed. */
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

/** The entries of a database that is being migrated. */
export interface Entries {
  /** The newest of a kind and subject. */
  newest(kind: string, subject: string): Entry | null
  /** Changes an entry, and seals it anew. */
  change(entry: Entry, change: Partial<Entry>): void
  /** Adds an entry; what is left out is as of one that is over. */
  add(entry: Pick<Entry, 'id' | 'kind' | 'subject' | 'state' | 'created_at'> & Partial<Entry>): void
}
