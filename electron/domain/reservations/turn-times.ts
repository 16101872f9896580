import type { TurnTime } from '#contract/reservations/reservations.ts'

/** Sizes of parties that stay for about the same time, and their share of the usual time at a table. */
const groups = [
  { upTo: 2, share: 0.75 },
  { upTo: 4, share: 1 },
  { upTo: 6, share: 1.125 },
  { upTo: null, share: 1.25 },
] as const

/** Minutes at a table of the latest visits, by group of sizes, oldest first. */
export type StayedMinutes = readonly (readonly number[])[]

/** Fewer visits say little. */
const enough = 5
const maxVisits = 40
/** A table that was freed sooner or much later was marked late, or by mistake. */
const [shortest, longest] = [10, 6 * 60]
const stepMinutes = 5

const groupOf = (partySize: number): number =>
  groups.findIndex(({ upTo }) => upTo === null || partySize <= upTo)

const rounded = (minutes: number): number => Math.round(minutes / stepMinutes) * stepMinutes

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const half = sorted.length / 2
  const [low = 0, high = 0] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]]
  return (low + high) / 2
}

/** How long parties stay: learned from the latest visits, or a share of the usual time. */
export const turnTimes = (stayed: StayedMinutes, usualMinutes: number): TurnTime[] =>
  groups.map(({ upTo, share }, nth) => {
    const visits = stayed[nth] ?? []
    return visits.length >= enough
      ? { upTo, minutes: Math.max(15, rounded(median(visits))), visits: visits.length }
      : { upTo, minutes: Math.max(15, rounded(usualMinutes * share)), visits: 0 }
  })

/** How long a party of this size stays. */
export const turnMinutes = (times: readonly TurnTime[], partySize: number): number =>
  times.find(({ upTo }) => upTo === null || partySize <= upTo)?.minutes ?? 0

const withGroup = (
  stayed: StayedMinutes,
  partySize: number,
  change: (visits: readonly number[]) => readonly number[],
): StayedMinutes => {
  const at = groupOf(partySize)
  return groups.map((_, nth) => {
    const visits = stayed[nth] ?? []
    return nth === at ? change(visits) : visits
  })
}

/** Adds a visit. Ignores one of an impossible length. */
export const withVisitOf = (
  stayed: StayedMinutes,
  partySize: number,
  minutes: number,
): StayedMinutes =>
  minutes < shortest || minutes > longest
    ? stayed
    : withGroup(stayed, partySize, (visits) => [...visits, minutes].slice(-maxVisits))

/** Takes the visit away again, because the guests had not left. */
export const withoutVisitOf = (
  stayed: StayedMinutes,
  partySize: number,
  minutes: number,
): StayedMinutes =>
  withGroup(stayed, partySize, (visits) => {
    const at = visits.lastIndexOf(minutes)
    return at < 0 ? visits : visits.toSpliced(at, 1)
  })
