import type { CountConflict, CountDraft } from '#contract/shifts/shifts.ts'
import { canonical } from './seal.ts'

/** A part of a count that can be shut for itself. */
export type Touched = 'cash' | 'movements' | 'float' | 'notes' | 'cash-method' | { slip: string }

const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)

/** One leaf of three: what stands, what a screen had, and what it has now. */
function leaf<Value>(
  field: string,
  [kept, before, after]: readonly [Value, Value, Value],
  conflicts: CountConflict[],
): Value {
  if (same(before, after) || same(kept, after)) return kept
  if (same(kept, before)) return after
  conflicts.push({ field, kept, given: after })
  return kept
}

type Three<Value> = readonly [Value, Value, Value]

/** Records by key, or things by id: an absent one is as good as `nothing`. */
function record<Value>(
  field: string,
  [kept, before, after]: Three<Readonly<Record<string, Value>>>,
  conflicts: CountConflict[],
): Record<string, Value> {
  const merged: Record<string, Value> = {}
  for (const key of new Set([...Object.keys(kept), ...Object.keys(after)])) {
    const values = [kept[key] ?? null, before[key] ?? null, after[key] ?? null] as const
    const value = leaf(`${field}.${key}`, values, conflicts)
    if (value !== null) merged[key] = value
  }
  return merged
}

/** Lists whose things have ids. One that was taken away stays where somebody else has changed it meanwhile. */
function list<Item extends { id: string }>(
  field: string,
  [kept, before, after]: Three<readonly Item[]>,
  merge: (field: string, items: Three<Item>) => Item,
  conflicts: CountConflict[],
): Item[] {
  const of = (items: readonly Item[], id: string): Item | undefined =>
    items.find((each) => each.id === id)
  const stays = kept.flatMap((ours): Item[] => {
    const had = of(before, ours.id)
    const has = of(after, ours.id)
    const path = `${field}.${ours.id}`
    if (has !== undefined) return [merge(path, [ours, had ?? has, has])]
    if (had === undefined) return [ours]
    if (same(ours, had)) return []
    conflicts.push({ field: path, kept: ours, given: null })
    return [ours]
  })
  const isNew = ({ id }: Item): boolean => of(kept, id) === undefined
  const comes = after.filter((each) => isNew(each) && of(before, each.id) === undefined)
  const goneMeanwhile = after.filter((each) => {
    const had = of(before, each.id)
    return isNew(each) && had !== undefined && !same(had, each)
  })
  return [...stays, ...comes, ...goneMeanwhile]
}

/** Merges field by field. A thing that two screens made with one id is compared as if it had been made empty. */
export function mergeCount(
  kept: CountDraft,
  before: CountDraft,
  after: CountDraft,
): { draft: CountDraft; conflicts: CountConflict[] } {
  const conflicts: CountConflict[] = []
  const fields = <Item extends object>(path: string, [a, b, c]: Three<Item>): Item => {
    const merged = { ...a }
    for (const name of Object.keys(c) as (keyof Item & string)[])
      merged[name] = leaf(`${path}.${name}`, [a[name], b[name], c[name]], conflicts)
    return merged
  }
  type Register = CountDraft['registers'][number]
  const register = (path: string, three: Three<Register>): Register => {
    const [a, b, c] = three
    const { pieces: _a, ...bareA } = a
    const { pieces: _b, ...bareB } = b
    const { pieces: _c, ...bareC } = c
    const pieces = record(`${path}.pieces`, [a.pieces, b.pieces, c.pieces], conflicts)
    return { ...fields(path, [bareA, bareB, bareC]), pieces }
  }
  const { registers, slips, movements, methodNotes } = after
  const one = <Name extends 'cashMethodId' | 'float' | 'notes'>(name: Name): CountDraft[Name] =>
    leaf(name, [kept[name], before[name], after[name]], conflicts)
  const draft: CountDraft = {
    cashMethodId: one('cashMethodId'),
    registers: list(
      'registers',
      [kept.registers, before.registers, registers],
      register,
      conflicts,
    ),
    slips: list('slips', [kept.slips, before.slips, slips], fields, conflicts),
    movements: list('movements', [kept.movements, before.movements, movements], fields, conflicts),
    float: one('float'),
    methodNotes: list(
      'methodNotes',
      [kept.methodNotes, before.methodNotes, methodNotes],
      fields,
      conflicts,
    ),
    notes: one('notes'),
  }
  return { draft, conflicts }
}

/** Which parts differ between two counts. */
export function touchedBetween(before: CountDraft, after: CountDraft): Touched[] {
  const touched: Touched[] = []
  if (!same(before.registers, after.registers)) touched.push('cash')
  if (!same(before.movements, after.movements)) touched.push('movements')
  if (!same(before.float, after.float)) touched.push('float')
  if (!same(before.cashMethodId, after.cashMethodId)) touched.push('cash-method')
  if (!same([before.notes, before.methodNotes], [after.notes, after.methodNotes]))
    touched.push('notes')
  const ids = new Set([...before.slips, ...after.slips].map(({ id }) => id))
  for (const id of ids) {
    const of = ({ slips }: CountDraft) => slips.find((each) => each.id === id)?.total.text ?? ''
    if (of(before) !== of(after)) touched.push({ slip: id })
  }
  return touched
}

/** Whether a part may be changed: before the count is finished all of it, afterwards what tells of it, and what is counted again. */
export function isOpenTo(
  touched: Touched,
  { state, draft, methodIds }: { state: string; draft: CountDraft; methodIds: readonly string[] },
): boolean {
  if (state === 'counting') return true
  if (state === 'closed') return false
  if (touched === 'notes' || touched === 'float') return true
  if (state !== 'recounting' || touched === 'cash-method') return false
  if (typeof touched === 'object') return methodIds.includes(touched.slip)
  return draft.cashMethodId !== null && methodIds.includes(draft.cashMethodId)
}
