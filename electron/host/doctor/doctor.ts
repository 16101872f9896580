import { doctorContract, type Examination, type WrongValueFinding } from '#contract/doctor.ts'
import type { HostEvent } from '#contract/index.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Connection } from '#platform/connection.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { arrivals } from '../arrivals/arrivals.ts'
import { defineNoun } from '../noun.ts'
import { examine, neverExamined, wrongValueFindings } from './examine.ts'
import type { EventSeen } from './names.ts'
import { report } from './report.ts'

interface DoctorDeps {
  /** Null where there is no token. */
  connection: Connection | null
  storeId: string | null
  /** Default none. */
  unknownNames?: readonly string[]
  /** Default none. */
  wrongValues?: readonly WrongValueFinding[]
  clock: Clock
  log: Log
  events(): EventSeen[]
  /** The screens have something to hear. */
  changed(): void
}

/** Which Kitchen Pass this is. */
export const appVersion = packageFile.version

function createDoctor(deps: DoctorDeps) {
  const { connection, storeId, unknownNames = [], wrongValues = [] } = deps
  const { clock, log, events, changed } = deps
  const unexamined: Examination = {
    ...neverExamined,
    unknownNames: [...unknownNames],
    wrongValues: wrongValueFindings(wrongValues),
  }
  const closing = new AbortController()
  let current = unexamined
  let last: Examination | null = null

  /** An examination that the screens have not been told of. */
  let untold: Examination | null = null

  function show(examination: Examination): void {
    current = examination
    untold = examination
    changed()
  }

  function start(): Result<null> {
    if (connection === null) return fail('unauthorised', undefined, 'no-token')
    if (current.state === 'running') return ok(null)
    examine(connection, {
      storeId,
      events,
      unknownNames,
      wrongValues,
      clock,
      signal: closing.signal,
      onProgress: show,
    }).then(
      (done) => {
        last = done
        show(done)
      },
      (cause: unknown) => {
        if (closing.signal.aborted) return
        log.error('examination ended early', { cause: String(cause) })
        show(last ?? unexamined)
      },
    )
    return ok(null)
  }

  return {
    handlers: {
      'doctor.read': () => ok(current),
      'doctor.examine': start,
      /** Of the last examination that came to its end. */
      'doctor.report': () =>
        connection === null || last === null
          ? fail('not-found')
          : ok(report(last, { connection, appVersion })),
    },
    changes(): HostEvent[] {
      const examination = untold
      untold = null
      return examination === null ? [] : [{ type: 'doctor.changed', examination }]
    },
    /** Calls off what is under way; nothing is told any more. */
    close() {
      closing.abort()
    },
  }
}

/** The doctor of one store: one examination at a time, the last one kept in memory. */
export const doctor = defineNoun(doctorContract, {
  needs: [arrivals],
  create: (context) => createDoctor({ ...context, events: context.use(arrivals).eventTypes }),
})
