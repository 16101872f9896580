import type { TurnTime } from '#contract/reservations/reservations.ts'

/** Until the list with the turn times is here. */
const usual = 120

/** How long a party of this size is expected to stay. */
export const turnMinutes = (turnTimes: readonly TurnTime[], partySize: number): number =>
  turnTimes.find(({ upTo }) => upTo === null || partySize <= upTo)?.minutes ?? usual
