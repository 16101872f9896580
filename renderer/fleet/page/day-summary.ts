import {
  daySlotMs,
  storeTroubles,
  type FleetDay,
  type StoreState,
  type StoreTrouble,
} from '#contract/relay/fleet.ts'

/** Neighbouring spans of one state. */
export interface Run {
  /** Null where nobody looked. */
  state: StoreState | null
  from: number
  length: number
}

export function runsOf(spans: FleetDay['spans']): Run[] {
  const runs: Run[] = []
  for (const [nth, span] of spans.entries()) {
    const state = span?.state ?? null
    const last = runs.at(-1)
    if (last !== undefined && last.state === state) last.length += 1
    else runs.push({ state, from: nth, length: 1 })
  }
  return runs
}

interface DaySummary {
  /** What happened, the worst first. */
  troubles: { trouble: StoreTrouble; times: number; minutes: number }[]
  unseenMinutes: number
  maxOpen: number
  maxLate: number
}

const slotMinutes = daySlotMs / 60_000

export function summaryOf({ spans }: FleetDay): DaySummary {
  const runs = runsOf(spans)
  const minutesOf = (some: readonly Run[]): number =>
    some.reduce((sum, { length }) => sum + length, 0) * slotMinutes
  const max = (values: readonly number[]): number => Math.max(0, ...values)
  return {
    troubles: storeTroubles.flatMap((trouble) => {
      const own = runs.filter(({ state }) => state === trouble)
      return own.length === 0 ? [] : [{ trouble, times: own.length, minutes: minutesOf(own) }]
    }),
    unseenMinutes: minutesOf(runs.filter(({ state }) => state === null)),
    maxOpen: max(spans.map((span) => span?.open ?? 0)),
    maxLate: max(spans.map((span) => span?.late ?? 0)),
  }
}

/** Columns of a picture that is one wide per span and as high as `most`. */
export const columnsPath = (values: readonly number[], max: number): string =>
  values.map((value, nth) => (value === 0 ? '' : `M${nth + 0.1} ${max}h.8v${-value}h-.8z`)).join('')
