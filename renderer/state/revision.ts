/** Named entries of the host at one revision. */
export interface Current<Entry> {
  readonly revision: number
  readonly entries: ReadonlyMap<string, Entry>
}

/** A message of the host: everything at one revision, or the changes since the one before. */
export interface Reported<Entry> {
  readonly revision: number
  readonly entries: readonly (readonly [string, Entry])[]
  readonly gone: readonly string[]
}

/** The state after one change; null if an earlier change was missed. */
export function applyChange<Entry>(
  current: Current<Entry>,
  change: Reported<Entry>,
): Current<Entry> | null {
  if (change.revision !== current.revision + 1) return null
  const entries = new Map(current.entries)
  for (const [name, entry] of change.entries) entries.set(name, entry)
  for (const name of change.gone) entries.delete(name)
  return { revision: change.revision, entries }
}

/** The full state with the changes that arrived while it was requested; null if one is missing. */
export function catchUp<Entry>(
  whole: Reported<Entry>,
  changes: readonly Reported<Entry>[],
): Current<Entry> | null {
  let current: Current<Entry> | null = { revision: whole.revision, entries: new Map(whole.entries) }
  for (const change of changes) {
    if (change.revision <= whole.revision) continue
    current = applyChange(current, change)
    if (current === null) return null
  }
  return current
}
