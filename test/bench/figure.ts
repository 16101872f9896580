/** What is asked of a line of the table. */
export interface Aim {
  readonly text: string
  isMet(measured: { ratio: number; ours: number }): boolean
}

export const ratioAtMost = (most: number): Aim => ({
  text: `<= ${String(most)} x`,
  isMet: ({ ratio }) => ratio <= most,
})

export const ratioAtLeast = (least: number): Aim => ({
  text: `>= ${String(least)} x`,
  isMet: ({ ratio }) => ratio >= least,
})

export const oursAtMost = (most: number, unit: string): Aim => ({
  text: `<= ${most.toLocaleString('en', { maximumFractionDigits: 0 })} ${unit}`,
  isMet: ({ ours }) => ours <= most,
})

/** A line of the table: what --help says of it and what is printed beside the measured come from here. */
export interface Line {
  /** Of the table; no two lines share one. */
  readonly name: string
  readonly unit: string
  /** A sentence. */
  readonly measures: string
  /** What ours is divided by; null where there is nothing to divide by. */
  readonly floor: string | null
  readonly aim: Aim | null
}

/** A line's values, one a round; of `floor` and `ours` those of one place were measured one right after the other. */
export interface Measured {
  readonly floor: readonly number[]
  readonly ours: readonly number[]
  /** What else was seen. */
  readonly note?: string
}

/** Lines that are measured together: what `--only` chooses. */
export interface Part {
  readonly lines: readonly Line[]
  /** How many rounds it takes unless told otherwise; null where it is measured once, however many are asked for. */
  readonly rounds: number | null
  /** Answers what was measured by the names of the lines. */
  measure(rounds: number): Promise<Record<string, Measured>>
}

/** A line as it was measured. */
export interface Figure extends Measured {
  readonly line: Line
  /** Median of the rounds' own ratios; null without a floor. */
  readonly ratio: number | null
  readonly isMet: boolean | null
}

/** The middle value, or halfway between the two middle ones; not a number where there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}

/** The smallest value that `share` of all are not above; not a number where there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** The lines of a part with what it measured. Throws where it left out a line, or measured what no line tells of. */
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
