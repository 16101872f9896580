/** Loaded before the app: its long timers run a hundred times faster. */
const realSetTimeout = globalThis.setTimeout
/** The limit for ending the app (electron/web/main.ts), which keeps its length. */
const patienceMs = 8_000

globalThis.setTimeout = Object.assign(
  (run: (...values: unknown[]) => void, milliseconds = 0, ...values: unknown[]) =>
    realSetTimeout(run, milliseconds > patienceMs ? milliseconds / 100 : milliseconds, ...values),
  realSetTimeout,
)
