import { app, dialog } from 'electron'
import { Limit } from '#host/core/limit.ts'
import { logThrown, type Log } from '#host/core/log.ts'
import { argumentsAfter, crashesBefore, crashesWithinMs, maxCrashes } from './crashes.ts'

/** How long closing may take. What isn't closed by then is recovered as after a crash. */
const patienceMs = 5_000

/** Shows and logs why the app can't run, and ends it. */
export function exitWithError(text: string, code: number): void {
  dialog.showErrorBox('Kitchen Pass', text)
  app.exit(code)
}

interface EndingDeps {
  log: Log
  logFile: string
  close(): Promise<unknown>
}

/**
 * An uncaught error may leave anything broken, so the kitchen is closed and the app restarts. The
 * start after the fifth error in five minutes opens nothing until a person confirms; one more, and
 * the app stays closed.
 */
export function restartAfterErrors({ log, logFile, close }: EndingDeps): void {
  const crashes = new Limit(maxCrashes, crashesWithinMs, Date.now, crashesBefore(process.argv))
  let isEnding = false

  async function restart(event: string, cause: unknown): Promise<void> {
    log.error(event, { cause: cause instanceof Error ? cause.stack : String(cause) })
    if (isEnding) return
    isEnding = true
    const waited = new Promise<void>((resolve) => setTimeout(resolve, patienceMs))
    const closed = close().catch((failure: unknown) => {
      logThrown(log, 'closing', failure)
    })
    await Promise.race([closed, waited])
    if (!crashes.take()) {
      exitWithError(
        `Kitchen Pass stopped too often and stays closed. The reason is in ${logFile}.`,
        1,
      )
      return
    }
    app.relaunch({ args: argumentsAfter(process.argv, crashes.times) })
    app.exit(1)
  }

  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (cause: unknown) => void restart(event, cause))
}
