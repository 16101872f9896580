import type { RestoreTest } from '#contract/backups.ts'
import type { Context } from '../noun.ts'

const dayMs = 24 * 3_600_000
const everyMs = 7 * dayMs
/** A failed test is repeated sooner: a new backup may be good. */
const againMs = dayMs
/** Nothing is tested this soon after a start. */
const firstMs = 30 * 60_000
/** So many beats, ten seconds each, without more than a few commits: the kitchen is quiet. */
const quietBeats = 6
const fewCommits = 5
/** After this long it is tested in a busy kitchen too. */
const mostWaitMs = dayMs

/** Tests a restore once a week, at a quiet time. */
export function createTestSchedule(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { lastTest, run }: { lastTest(): RestoreTest | null; run(): void },
) {
  let commits = db.commits
  let quiet = 0
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
      quiet = db.commits - commits < fewCommits ? quiet + 1 : 0
      commits = db.commits
      const now = clock.monotonic()
      if (now < nextLook || !isDue()) return
      dueSince ??= now
      if (quiet < quietBeats && now - dueSince < mostWaitMs) return
      dueSince = null
      quiet = 0
      // Without a backup there is no result, and it tries again later.
      nextLook = now + firstMs
      run()
    },
  }
}
