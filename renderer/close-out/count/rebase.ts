type Fields = Readonly<Record<string, unknown>>
interface Item extends Fields {
  id: string
}

/** What is not there says as much as null. */
const same = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isItem = (value: unknown): value is Item => isFields(value) && typeof value['id'] === 'string'
/** What was typed is one thing with the language it was typed in. */
const isLeaf = (value: unknown): boolean => !isFields(value) || 'text' in value

function rebaseItems(onto: Item[], from: Item[], to: Item[]): Item[] {
  const of = (items: Item[], id: string) => items.find((each) => each.id === id)
  const stays = onto.flatMap((theirs) => {
    const [had, has] = [of(from, theirs.id), of(to, theirs.id)]
    if (has !== undefined) return [rebase(theirs, had ?? theirs, has)]
    return had === undefined ? [theirs] : []
  })
  const comes = to.filter((mine) => {
    if (of(onto, mine.id) !== undefined) return false
    const had = of(from, mine.id)
    return had === undefined || !same(had, mine)
  })
  return [...stays, ...comes]
}

/** What was changed between `from` and `to`, changed in `onto` as well: the rest stays as it is there. */
export function rebase<Value>(onto: Value, from: Value, to: Value): Value
export function rebase(onto: unknown, from: unknown, to: unknown): unknown {
  if (same(from, to)) return onto
  if (same(onto, from)) return to
  if (Array.isArray(onto) && Array.isArray(from) && Array.isArray(to))
    return rebaseItems(onto.filter(isItem), from.filter(isItem), to.filter(isItem))
  if (isLeaf(onto) || isLeaf(from) || isLeaf(to)) return to
  const [theirs, had, has] = [onto as Fields, from as Fields, to as Fields]
  return Object.fromEntries(
    Object.keys({ ...theirs, ...has }).flatMap((key) => {
      if (key in had && !(key in has)) return []
      return [[key, rebase(theirs[key], had[key], has[key])]]
    }),
  )
}
