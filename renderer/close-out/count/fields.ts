import { mergeFields } from '#contract/shared/merge-fields.ts'
import type { CountDraft } from '#contract/shifts/shifts.ts'

/** Every field of a count that is not empty, as text, by the name that the host uses in conflicts. */
export function fieldsOf(draft: CountDraft): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  function put(name: string, value: string | null | undefined): void {
    if (value != null && value !== '') fields.set(name, value)
  }
  put('cashMethodId', draft.cashMethodId)
  put('float', draft.float.text)
  put('notes', draft.notes)
  for (const { id, name, pieces, loose } of draft.registers) {
    put(`registers.${id}.name`, name)
    put(`registers.${id}.loose`, loose.text)
    for (const [value, count] of Object.entries(pieces))
      put(`registers.${id}.pieces.${value}`, count === null ? null : String(count))
  }
  for (const { id, total } of draft.slips) put(`slips.${id}.total`, total.text)
  for (const { id, kind, registerId, amount, reason } of draft.movements) {
    put(`movements.${id}.kind`, kind)
    put(`movements.${id}.registerId`, registerId)
    put(`movements.${id}.amount`, amount.text)
    put(`movements.${id}.reason`, reason)
  }
  for (const { id, note } of draft.methodNotes) put(`methodNotes.${id}.note`, note)
  return fields
}

export function changedFields(one: CountDraft, other: CountDraft): string[] {
  const [ours, theirs] = [fieldsOf(one), fieldsOf(other)]
  return [...new Set([...ours.keys(), ...theirs.keys()])].filter(
    (name) => ours.get(name) !== theirs.get(name),
  )
}

const lists = ['registers', 'slips', 'movements', 'methodNotes'] as const

/** Sets a field of one item of a list; `null` for the item itself removes it. */
function withIn<Item extends { id: string }>(
  items: readonly Item[],
  path: string,
  value: unknown,
): Item[] {
  return items.flatMap((item) => {
    if (path === item.id) return value === null ? [] : [item]
    if (!path.startsWith(`${item.id}.`)) return [item]
    const key = path.slice(item.id.length + 1)
    if (!key.startsWith('pieces.') || !('pieces' in item)) return [{ ...item, [key]: value }]
    const { [key.slice('pieces.'.length)]: _, ...others } = item.pieces as Record<string, unknown>
    // An empty field means the same as no field.
    const denomination = value === null ? {} : { [key.slice('pieces.'.length)]: value }
    return [{ ...item, pieces: { ...others, ...denomination } }]
  })
}

/** The count with another value in one field. */
export function withField(draft: CountDraft, field: string, value: unknown): CountDraft {
  const list = lists.find((name) => field.startsWith(`${name}.`))
  if (list === undefined) return { ...draft, [field]: value }
  const path = field.slice(list.length + 1)
  return { ...draft, [list]: withIn<{ id: string }>(draft[list], path, value) }
}

/** The value of one field; undefined if its item does not exist. */
export function fieldIn(draft: CountDraft, field: string): unknown {
  const list = lists.find((name) => field.startsWith(`${name}.`))
  if (list === undefined) return draft[field as keyof CountDraft]
  const path = field.slice(list.length + 1)
  const item = draft[list].find(({ id }) => path.startsWith(`${id}.`))
  if (item === undefined) return undefined
  const key = path.slice(item.id.length + 1)
  if (!key.startsWith('pieces.') || !('pieces' in item)) return item[key as keyof typeof item]
  return item.pieces[key.slice('pieces.'.length)] ?? null
}

/**
 * Applies what changed here since `from` to the host's count. If another screen changed the same
 * field, this screen's value wins.
 */
export function rebase(onto: CountDraft, from: CountDraft, mine: CountDraft): CountDraft {
  const { merged, conflicts } = mergeFields(from, onto, mine)
  return conflicts.reduce(
    (draft, { field, given: typed }) => withField(draft, field, typed),
    merged,
  )
}
