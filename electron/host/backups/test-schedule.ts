import type { RestoreTest } from '#contract/backups.ts'
import type { Context } from '../noun.ts'
import { createQuietBeats } from '../quiet-beats.ts'

const dayMs = 24 * 3_600_000
const everyMs = 7 * dayMs
/** A failed test is repeated sooner: a new backup may be good. */
const againMs = dayMs
/** Nothing is tested this soon after a start. */
const firstMs = 30 * 60_000
/** After this long it is tested in a busy kitchen too. */
const mostWaitMs = dayMs

/** Tests a restore once a week, at a quiet time. */
export function createTestSchedule(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { lastTest, run }: { lastTest(): RestoreTest | null; run(): void },
) {
  const quiet = createQuietBeats(db)
  let dueSince: number | null = null
  let nextLook = clock.monotonic() + firstMs

  function isDue(): boolean {
    const test = lastTest()
    if (test === null) return true
    // A date in the future comes from a wrong clock, so its distance counts as the age.
    const age = Math.abs(clock.now() - Date.parse(test.at))
    return age >= (test.fault === null ? everyMs : againMs)
  }

  return {
    beat(): void {
      quiet.beat()
      const now = clock.monotonic()
      if (now < nextLook || !isDue()) return
      dueSince ??= now
      if (!quiet.isQuiet && now - dueSince < mostWaitMs) return
      dueSince = null
      quiet.startAgain()
      // Without a backup there is no result, and it tries again later.
      nextLook = now + firstMs
      run()
    },
  }
}
