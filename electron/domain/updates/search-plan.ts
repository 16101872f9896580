import { jitter, pauseAfter } from '#contract/shared/back-off.ts'

const hourMs = 3_600_000

/** After this long, something is looked for or downloaded in a busy kitchen too. */
const maxWaitMs = 24 * hourMs

/** Whether something that has been due for `dueMs` may use the network now. */
export const maySearch = (isQuiet: boolean, dueMs: number): boolean =>
  dueMs >= maxWaitMs || (dueMs >= 0 && isQuiet)

/**
 * How long to wait before the next search, in milliseconds. `chance` (0 up to 1) spreads it, so
 * that restaurants don't all ask at once.
 */
export const searchPause = (failures: number, chance: number): number =>
  failures === 0
    ? jitter(6 * hourMs, chance)
    : pauseAfter(failures, { firstMs: hourMs / 4, maxMs: 6 * hourMs }, chance)
