import type { Finding, NameFinding, OperationFinding, Proof } from '#contract/doctor/doctor.ts'

/** Problems come first. */
const findingOrder: readonly Finding[] = [
  'refused',
  'unavailable',
  'something-else',
  'unreachable',
  'nothing-to-ask',
  'reached',
  'writes',
]

const proofOrder: readonly Proof[] = [
  'contradicted',
  'unclear',
  'not-reached',
  'only-by-event',
  'only-by-writing',
  'proven',
]

/** Findings of one kind; groups are never empty. */
export interface Group<Kind, Line> {
  kind: Kind
  lines: readonly Line[]
}

function group<Kind, Line>(
  order: readonly Kind[],
  lines: readonly Line[],
  kindOf: (line: Line) => Kind,
): Group<Kind, Line>[] {
  return order
    .map((kind) => ({ kind, lines: lines.filter((line) => kindOf(line) === kind) }))
    .filter((each) => each.lines.length > 0)
}

export const groupOperations = (operations: readonly OperationFinding[]) =>
  group(findingOrder, operations, ({ finding }) => finding)

export const groupNames = (names: readonly NameFinding[]) =>
  group(proofOrder, names, ({ proof }) => proof)

/** How many operations were checked, and how many failed. */
export function countTried(operations: readonly OperationFinding[]): {
  tried: number
  bad: number
} {
  const tried = operations.filter(
    ({ finding }) => finding !== 'writes' && finding !== 'nothing-to-ask',
  )
  return {
    tried: tried.length,
    bad: tried.filter(({ finding }) => finding !== 'reached').length,
  }
}

/** Four counts that add up to all names. */
export interface NameCounts {
  seen: number
  wrong: number
  unclear: number
  untried: number
}

export function countNames(names: readonly NameFinding[]): NameCounts {
  const counts: NameCounts = { seen: 0, wrong: 0, unclear: 0, untried: 0 }
  const place: Record<Proof, keyof NameCounts> = {
    proven: 'seen',
    contradicted: 'wrong',
    unclear: 'unclear',
    'only-by-writing': 'untried',
    'only-by-event': 'untried',
    'not-reached': 'untried',
  }
  for (const { proof } of names) counts[place[proof]]++
  return counts
}
