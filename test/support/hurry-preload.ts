/**
 * Loaded before the app: its long timers run a hundred times faster, or only those whose length in
 * milliseconds the test names.
 */
const realSetTimeout = globalThis.setTimeout
/** The limit for ending the app (electron/cli/serve.ts), which keeps its length. */
const patienceMs = 8_000
const named = process.env['KITCHEN_PASS_TEST_HURRY']

const isHurried = (milliseconds: number): boolean =>
  named === undefined ? milliseconds > patienceMs : milliseconds === Number(named)

globalThis.setTimeout = Object.assign(
  (run: (...values: unknown[]) => void, milliseconds = 0, ...values: unknown[]) =>
    realSetTimeout(run, isHurried(milliseconds) ? milliseconds / 100 : milliseconds, ...values),
  realSetTimeout,
)
