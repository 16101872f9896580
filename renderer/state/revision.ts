/** What a screen knows: every thing of the host at one revision, by its name. */
export interface Known<Thing> {
  readonly revision: number
  readonly things: ReadonlyMap<string, Thing>
}

/** What the host says: everything at one revision, or what is new and what is gone since the one before. */
export interface Reported<Thing> {
  readonly revision: number
  readonly things: readonly (readonly [string, Thing])[]
  readonly gone: readonly string[]
}

/** The next state after one change, or null where a change in between was missed. */
export function applyChange<Thing>(
  known: Known<Thing>,
  change: Reported<Thing>,
): Known<Thing> | null {
  if (change.revision !== known.revision + 1) return null
  const things = new Map(known.things)
  for (const [name, thing] of change.things) things.set(name, thing)
  for (const name of change.gone) things.delete(name)
  return { revision: change.revision, things }
}

/** Everything, and the changes that arrived while it was asked for; null where one of them is missing. */
export function catchUp<Thing>(
  whole: Reported<Thing>,
  changes: readonly Reported<Thing>[],
): Known<Thing> | null {
  let known: Known<Thing> | null = { revision: whole.revision, things: new Map(whole.things) }
  for (const change of changes) {
    if (change.revision <= whole.revision) continue
    known = applyChange(known, change)
    if (known === null) return null
  }
  return known
}
