/** Named things of the host at one revision. */
export interface Current<Thing> {
  readonly revision: number
  readonly things: ReadonlyMap<string, Thing>
}

/** A message of the host: everything at one revision, or the changes since the one before. */
export interface Reported<Thing> {
  readonly revision: number
  readonly things: readonly (readonly [string, Thing])[]
  readonly gone: readonly string[]
}

/** The state after one change; null if an earlier change was missed. */
export function applyChange<Thing>(
  current: Current<Thing>,
  change: Reported<Thing>,
): Current<Thing> | null {
  if (change.revision !== current.revision + 1) return null
  const things = new Map(current.things)
  for (const [name, thing] of change.things) things.set(name, thing)
  for (const name of change.gone) things.delete(name)
  return { revision: change.revision, things }
}

/** The full state with the changes that arrived while it was requested; null if one is missing. */
export function catchUp<Thing>(
  whole: Reported<Thing>,
  changes: readonly Reported<Thing>[],
): Current<Thing> | null {
  let current: Current<Thing> | null = { revision: whole.revision, things: new Map(whole.things) }
  for (const change of changes) {
    if (change.revision <= whole.revision) continue
    current = applyChange(current, change)
    if (current === null) return null
  }
  return current
}
