import { doctorContract, type Examination } from '#contract/doctor/doctor.ts'
import type { HostEvent } from '#contract/index.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { Connection } from '#platform/connection.ts'
import { handlersOf, type HandlersOf } from '../dispatch.ts'
import { inboxMessages } from '../inbox-messages/inbox-messages.ts'
import { defineNoun, type Context } from '../noun.ts'
import { examine } from './examine.ts'
import { neverExamined } from './examination.ts'
import { status } from '../status/status.ts'
import { appVersion, readVersions } from '../core/versions.ts'
import { report } from './report.ts'
import { supportFile, tableSizes } from './support-file.ts'

/** The doctor of one store: one examination at a time; the last one is in memory. */
class Doctor {
  readonly handlers: HandlersOf<'doctor'> = handlersOf(doctorContract, this)
  readonly #context: Context
  readonly #closing = new AbortController()
  readonly #unexamined: Examination
  #current: Examination
  #last: Examination | null = null
  /** A changed examination that the screens don't have yet. */
  #unsent: Examination | null = null

  constructor(context: Context) {
    const { unknownNames = [], wrongValues = [] } = context
    this.#context = context
    this.#unexamined = neverExamined({ unknownNames, wrongValues })
    this.#current = this.#unexamined
  }

  get(): Result<Examination> {
    return ok(this.#current)
  }

  examine(): Result<null> {
    const { connection } = this.#context
    if (connection === null) return fail('unauthorised', undefined, 'no-token')
    if (this.#current.state !== 'running') void this.#run(connection)
    return ok(null)
  }

  report(): Result<string> {
    const text = this.#lastReport()
    return text === null ? fail('not-found') : ok(text)
  }

  supportFile(): Result<string> {
    const { connection, settings, use, file, recentLog } = this.#context
    const text = supportFile({
      versions: readVersions(),
      connection,
      settings: settings(),
      status: use(status).current(),
      report: this.#lastReport(),
      tables: tableSizes(file),
      log: recentLog?.() ?? [],
    })
    return ok(text)
  }

  /** Only the newest in a turn: an examination has many small steps. */
  changes(): HostEvent[] {
    const examination = this.#unsent
    this.#unsent = null
    return examination === null ? [] : [{ type: 'doctor.changed', examination }]
  }

  /** Cancels a running examination; nothing more is sent. */
  close(): void {
    this.#closing.abort()
  }

  /** Never rejects. */
  async #run(connection: Connection): Promise<void> {
    const { storeId, unknownNames = [], wrongValues = [], clock, log, use } = this.#context
    try {
      this.#last = await examine(connection, {
        storeId,
        events: () => use(inboxMessages).eventTypes(),
        unknownNames,
        wrongValues,
        clock,
        signal: this.#closing.signal,
        onProgress: (examination) => this.#show(examination),
      })
      this.#show(this.#last)
    } catch (cause) {
      if (this.#closing.signal.aborted) return
      log.error('examination ended early', { cause: String(cause) })
      this.#show(this.#last ?? this.#unexamined)
    }
  }

  #show(examination: Examination): void {
    this.#current = examination
    this.#unsent = examination
    this.#context.changed()
  }

  #lastReport(): string | null {
    const { connection } = this.#context
    return connection === null || this.#last === null
      ? null
      : report(this.#last, { connection, appVersion })
  }
}

/** The noun of the doctor. */
export const doctor = defineNoun(doctorContract, {
  needs: [inboxMessages, status],
  create: (context) => new Doctor(context),
})
