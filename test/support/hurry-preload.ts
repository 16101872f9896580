/** Loaded into an app before anything of its own: its long timers go off a hundred times as soon. */
const realSetTimeout = globalThis.setTimeout
/** So long an end may take (electron/web/main.ts), and that is not hurried. */
const patienceMs = 8_000

globalThis.setTimeout = Object.assign(
  (run: (...values: unknown[]) => void, milliseconds = 0, ...values: unknown[]) =>
    realSetTimeout(run, milliseconds > patienceMs ? milliseconds / 100 : milliseconds, ...values),
  realSetTimeout,
)
