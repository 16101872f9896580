/** Why we did not send a change ourselves, as it stands in its entry's words: it met another, or contract/coupons.ts says. */
const refusals = ['conflict', 'emails-forgotten', 'not-listed', 'part-unread'] as const
export type Refusal = (typeof refusals)[number]

/** Ours among an entry's words; null where they are the platform's or the system's. */
export const refusalIn = (reason: string | null): Refusal | null =>
  refusals.find((each) => each === reason) ?? null
