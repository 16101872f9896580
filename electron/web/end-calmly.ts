import type { Log } from '#host/log.ts'

/** How long closing may take; what is not closed by then is found as after a crash. */
const patienceMs = 8_000

/** The code after an error that nobody caught: whoever looks after this process starts it again. */
const errorCode = 70

/** How this process ends: calmly, whoever asks for it, and also by an error that nobody caught. */
export interface Ending {
  /** Has this closed before the end. */
  closes(close: () => Promise<unknown>): void
}

/** Hears of signals, of a supervisor that is gone, and of errors that nobody caught. */
export function endCalmly(log: Log): Ending {
  const closing: (() => Promise<unknown>)[] = []
  let isEnding = false

  function end(code: number): void {
    // A terminal's Ctrl+C comes twice where a supervisor hands it on.
    if (isEnding) return
    isEnding = true
    setTimeout(() => process.exit(code === 0 ? 1 : code), patienceMs).unref()
    void Promise.allSettled(closing.map((close) => close())).then((outcomes) => {
      for (const outcome of outcomes)
        if (outcome.status === 'rejected')
          log.error('did not close cleanly', { cause: String(outcome.reason) })
      process.exit(code)
    })
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      end(0)
    })
  process.on('disconnect', () => {
    end(0)
  })
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (cause: unknown) => {
      log.error('bug', { in: event, cause: cause instanceof Error ? cause.stack : String(cause) })
      end(errorCode)
    })
  return { closes: (close) => void closing.push(close) }
}
