/** One measured figure beside what a bare machine of the same run does. */
export interface Figure {
  /** What was measured, and under what. */
  name: string
  unit: string
  /** Null where there is nothing bare to compare with. */
  floor: number | null
  ours: number
  /** From limits.md; null where it names none. */
  aim: { words: string; met: boolean } | null
  /** What else was seen. */
  note?: string
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** The smallest value that `share` of all are not above; not a number where there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

const digits = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2)

/** The figures as a table for a terminal. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, unit, floor, ours, aim, note }) => [
    name,
    floor === null ? '' : `${digits(floor)} ${unit}`,
    `${digits(ours)} ${unit}`,
    floor === null ? '' : (ours / floor).toFixed(3),
    aim?.words ?? '',
    aim === null ? '' : aim.met ? 'met' : 'NOT MET',
    note ?? '',
  ])
  const all = [['figure', 'floor', 'ours', 'ratio', 'aim', '', ''], ...rows]
  const widths = (all[0] ?? []).map((_, column) =>
    Math.max(...all.map((row) => (row[column] ?? '').length)),
  )
  return all
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n')
}
