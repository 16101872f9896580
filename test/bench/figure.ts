export interface Aim {
  readonly text: string
  isMet(measured: { ratio: number; ours: number }): boolean
}

export const maxRatio = (max: number): Aim => ({
  text: `<= ${String(max)} x`,
  isMet: ({ ratio }) => ratio <= max,
})

export const minRatio = (min: number): Aim => ({
  text: `>= ${String(min)} x`,
  isMet: ({ ratio }) => ratio >= min,
})

export const minOurs = (min: number, unit: string): Aim => ({
  text: `>= ${String(min)} ${unit}`,
  isMet: ({ ours }) => ours >= min,
})

export const maxOurs = (max: number, unit: string): Aim => ({
  text: `<= ${max.toLocaleString('en', { maximumFractionDigits: 0 })} ${unit}`,
  isMet: ({ ours }) => ours <= max,
})

/** A row of the table; `--help` and the printed results use it. */
export interface Line {
  /** Unique in the table. */
  readonly name: string
  readonly unit: string
  readonly measures: string
  /** What ours is divided by; null if there is no floor. */
  readonly floor: string | null
  readonly aim: Aim | null
}

/**
 * The values of a row, one per round. Values of `floor` and `ours` at the same position were
 * measured one after the other.
 */
export interface Measured {
  readonly floor: readonly number[]
  readonly ours: readonly number[]
  readonly note?: string
}

/** Rows that are measured together; `--only` chooses a part. */
export interface Part {
  readonly lines: readonly Line[]
  /** The default number of rounds; null if it is always measured once. */
  readonly rounds: number | null
  /** Returns the measured values by the names of the rows. */
  measure(rounds: number): Promise<Record<string, Measured>>
}

export interface Figure extends Measured {
  readonly line: Line
  /** The median of the rounds' ratios; null without a floor. */
  readonly ratio: number | null
  readonly isMet: boolean | null
}

/** The median; NaN if there are no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}

/**
 * The smallest value that at least `share` of all values don't exceed; NaN if there are no values.
 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** The rows of a part with their measured values. Throws if a row is missing or unknown. */
export function figuresOf({ lines }: Part, measured: Record<string, Measured>): Figure[] {
  const untold = Object.keys(measured).filter((name) => !lines.some((line) => line.name === name))
  if (untold.length > 0) throw new Error(`no line tells of: ${untold.join('; ')}`)
  return lines.map((line) => {
    const values = measured[line.name]
    if (values === undefined) throw new Error(`not measured: ${line.name}`)
    const { floor, ours } = values
    if (floor.length !== (line.floor === null ? 0 : ours.length) || ours.length === 0)
      throw new Error(`rounds without their floor: ${line.name}`)
    const ratios = ours.map((value, nth) => value / (floor[nth] ?? Number.NaN))
    const ratio = line.floor === null ? null : median(ratios)
    const isMet = line.aim?.isMet({ ratio: ratio ?? Number.NaN, ours: median(ours) }) ?? null
    return { line, ...values, ratio, isMet }
  })
}
