import { keyAreas, type KeyArea, type NotAllowed } from '#contract/connection/key-access.ts'

/** The only documented permission. It allows everything. */
const everything = 'admin'

/**
 * The areas that a key's permissions leave out; `names` has the permissions that open each area.
 * Empty unless every permission of the key is known: an unknown one may allow anything.
 */
export function areasLeftOut(
  permissions: readonly string[] | null,
  names: Readonly<Record<KeyArea, readonly string[]>>,
): KeyArea[] {
  const documented = new Set(Object.values(names).flat())
  if (permissions === null || permissions.length === 0 || permissions.includes(everything))
    return []
  if (permissions.some((name) => !documented.has(name))) return []
  return keyAreas.filter(
    (area) => names[area].length > 0 && !names[area].some((name) => permissions.includes(name)),
  )
}

/** An operation that the platform refused to this key. */
export interface RefusedOperation {
  operation: string
  area: KeyArea
  writes: boolean
}

/** What the key may not do, by its permissions and by what the platform refused. */
export function notAllowedOf(
  leftOut: readonly KeyArea[],
  refused: readonly RefusedOperation[],
): NotAllowed[] {
  return keyAreas.flatMap((area): NotAllowed[] => {
    if (leftOut.includes(area)) return [{ area, what: 'all' }]
    const writes = new Set(refused.filter((each) => each.area === area).map((each) => each.writes))
    if (writes.size === 0) return []
    return [{ area, what: writes.size === 2 ? 'all' : writes.has(true) ? 'change' : 'read' }]
  })
}
