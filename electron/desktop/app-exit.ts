import { app, dialog } from 'electron'
import { Limit } from '#host/core/limit.ts'
import { logThrown, type Log } from '#host/core/log.ts'
import { argumentsAfter, crashesBefore, crashesWithinMs, maxCrashes } from './crashes.ts'

/** How long closing may take. What isn't closed by then is recovered as after a crash. */
const patienceMs = 5_000

/** Shows why the app can't run, and ends it. */
export function exitWithError(text: string, code: number): void {
  dialog.showErrorBox('Kitchen Pass', text)
  app.exit(code)
}

/** The ways in which this program ends. What is open is closed first, once and for good. */
export class AppExit {
  readonly #log: Log
  readonly #logFile: string
  readonly #crashes = new Limit(maxCrashes, crashesWithinMs, Date.now, crashesBefore(process.argv))
  #opened: { close(): Promise<unknown> } | null = null
  #closing: Promise<unknown> | null = null
  #isCrashing = false
  #quitting: 'not' | 'closing' | 'closed' = 'not'

  constructor(log: Log, logFile: string) {
    this.#log = log
    this.#logFile = logFile
  }

  /** From now on this is closed before the end. */
  closeFirst(opened: { close(): Promise<unknown> }): void {
    this.#opened = opened
  }

  close(): Promise<unknown> {
    return (this.#closing ??= this.#opened?.close() ?? Promise.resolve())
  }

  /** Starts the app again at once. */
  relaunch(): void {
    app.relaunch()
    app.exit(0)
  }

  /** Closes everything and starts the app again. */
  restart(): void {
    void this.close().finally(() => this.relaunch())
  }

  /** Closes everything before the app quits. */
  closeBeforeQuit(): void {
    app.on('will-quit', (event) => {
      if (this.#quitting === 'closed') return
      event.preventDefault()
      if (this.#quitting === 'not') void this.#closeAndQuit()
    })
  }

  /**
   * An uncaught error may leave anything broken, so the kitchen is closed and the app restarts. The
   * start after the fifth error in five minutes opens nothing until a person confirms; one more, and
   * the app stays closed.
   */
  restartAfterErrors(): void {
    for (const event of ['uncaughtException', 'unhandledRejection'] as const)
      process.on(event, (cause: unknown) => void this.#restartAfter(event, cause))
  }

  async #closeAndQuit(): Promise<void> {
    this.#quitting = 'closing'
    try {
      await this.close()
    } catch (cause) {
      this.#log.error('did not close cleanly', { cause: String(cause) })
    }
    this.#quitting = 'closed'
    app.quit()
  }

  async #restartAfter(event: string, cause: unknown): Promise<void> {
    this.#log.error(event, { cause: cause instanceof Error ? cause.stack : String(cause) })
    if (this.#isCrashing) return
    this.#isCrashing = true
    const waited = new Promise<void>((resolve) => setTimeout(resolve, patienceMs))
    const closed = this.close().catch((failure: unknown) => {
      logThrown(this.#log, 'closing', failure)
    })
    await Promise.race([closed, waited])
    if (!this.#crashes.take()) {
      exitWithError(
        `Kitchen Pass stopped too often and stays closed. The reason is in ${this.#logFile}.`,
        1,
      )
      return
    }
    app.relaunch({ args: argumentsAfter(process.argv, this.#crashes.times) })
    app.exit(1)
  }
}
