import type { RestoreTest } from '#contract/backups/backups.ts'
import type { Clock } from '../clock/clock.ts'
import type { Context } from '../noun.ts'
import { createQuietBeats } from '../db/quiet-beats.ts'

const dayMs = 24 * 3_600_000
const everyMs = 7 * dayMs
/** A failed test is repeated sooner: a new backup may be good. */
const againMs = dayMs
/** Nothing is tested this soon after a start. */
const firstMs = 30 * 60_000
/** After this long it is tested in a busy kitchen too. */
const maxWaitMs = dayMs

interface TestDeps {
  lastTest(): RestoreTest | null
  run(): void
}

/** Tests a restore once a week, at a quiet time. */
export class TestSchedule {
  readonly #clock: Clock
  readonly #deps: TestDeps
  readonly #quiet: ReturnType<typeof createQuietBeats>
  #dueSince: number | null = null
  #nextLook: number

  constructor({ db, clock }: Pick<Context, 'db' | 'clock'>, deps: TestDeps) {
    this.#clock = clock
    this.#deps = deps
    this.#quiet = createQuietBeats(db)
    this.#nextLook = clock.monotonic() + firstMs
  }

  beat(): void {
    this.#quiet.beat()
    const now = this.#clock.monotonic()
    if (now < this.#nextLook || !this.#isDue()) return
    this.#dueSince ??= now
    if (!this.#quiet.isQuiet && now - this.#dueSince < maxWaitMs) return
    this.#dueSince = null
    this.#quiet.startAgain()
    // Without a backup there is no result, and it tries again later.
    this.#nextLook = now + firstMs
    this.#deps.run()
  }

  #isDue(): boolean {
    const test = this.#deps.lastTest()
    if (test === null) return true
    // A date in the future comes from a wrong clock, so its distance counts as the age.
    const age = Math.abs(this.#clock.now() - Date.parse(test.at))
    return age >= (test.fault === null ? everyMs : againMs)
  }
}
