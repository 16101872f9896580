/**
 * A field that two people changed to different values: `stored` wins, `given` loses. Null means
 * that the field was removed.
 */
export interface FieldConflict {
  /** A path, for example `slips.pm-card.total` or `registers.r1.pieces.1000`. */
  field: string
  stored: unknown
  given: unknown
}

type Fields = Readonly<Record<string, unknown>>
interface Item extends Fields {
  id: string
}
type Three<Value> = readonly [base: Value, ours: Value, theirs: Value]

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A typed amount has a text and a language; both are one value. */
const hasFields = (value: unknown): value is Fields => isFields(value) && !('text' in value)

const read = (fields: Fields, name: string): unknown =>
  Object.hasOwn(fields, name) ? fields[name] : undefined

/** Compares two values; the order of an object's fields doesn't matter. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, nth) => isSame(each, other[nth]))
  if (!isFields(one) || !isFields(other)) return Object.is(one, other)
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  )
}

/** The items of a list by id; null if an item has no id or two have the same id. */
function itemsOf(value: unknown): ReadonlyMap<string, Item> | null {
  if (!Array.isArray(value)) return null
  const items = value.filter(
    (each): each is Item => isFields(each) && typeof each['id'] === 'string',
  )
  const byId = new Map(items.map((each) => [each.id, each]))
  return byId.size === value.length ? byId : null
}

/** An item that one side removed and the other changed is kept. */
function mergeItems(
  field: string,
  [base, ours, theirs]: Three<ReadonlyMap<string, Item>>,
  conflicts: FieldConflict[],
): Item[] {
  const stays = [...ours].flatMap(([id, mine]): Item[] => {
    const [had, has] = [base.get(id), theirs.get(id)]
    const path = `${field}.${id}`
    if (has !== undefined) return [mergeValue(path, [had, mine, has], conflicts) as Item]
    if (had === undefined) return [mine]
    if (isSame(mine, had)) return []
    conflicts.push({ field: path, stored: mine, given: null })
    return [mine]
  })
  const added = [...theirs.values()].filter(
    (each) => !ours.has(each.id) && !isSame(each, base.get(each.id)),
  )
  return [...stays, ...added]
}

function mergeValue(field: string, three: Three<unknown>, conflicts: FieldConflict[]): unknown {
  const [base, ours, theirs] = three
  if (isSame(base, theirs) || isSame(ours, theirs)) return ours
  if (isSame(base, ours)) return theirs
  if (hasFields(ours) && hasFields(theirs)) {
    const before = hasFields(base) ? base : {}
    const merged = Object.keys({ ...ours, ...theirs }).flatMap((name) => {
      const path = field === '' ? name : `${field}.${name}`
      const values = [read(before, name), read(ours, name), read(theirs, name)] as const
      const value = mergeValue(path, values, conflicts)
      return value === undefined ? [] : [[name, value] as const]
    })
    return Object.fromEntries(merged)
  }
  const lists = [itemsOf(base ?? []), itemsOf(ours), itemsOf(theirs)] as const
  const [before, mine, other] = lists
  if (before !== null && mine !== null && other !== null)
    return mergeItems(field, [before, mine, other], conflicts)
  conflicts.push({ field, stored: ours ?? null, given: theirs ?? null })
  return ours
}

/**
 * Merges two changes of `base` field by field. If both changed the same field, `ours` wins and
 * `conflicts` reports the other value. Items of a list are matched by `id`. A missing field counts
 * as removed.
 */
export function mergeFields<Value extends object>(
  base: Value,
  ours: Value,
  theirs: Value,
): { merged: Value; conflicts: FieldConflict[] } {
  const conflicts: FieldConflict[] = []
  const merged = mergeValue('', [base, ours, theirs], conflicts) as Value
  return { merged, conflicts }
}
