import { doctorContract, type Examination } from '#contract/doctor.ts'
import type { HostEvent } from '#contract/index.ts'
import { fail, ok } from '#contract/result.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import { inboxMessages } from '../inbox-messages/inbox-messages.ts'
import { defineNoun } from '../noun.ts'
import { examine } from './examine.ts'
import { neverExamined } from './examination.ts'
import { report } from './report.ts'

/** Which Kitchen Pass this is. */
export const appVersion = packageFile.version

/** The doctor of one store: one examination at a time, the last one kept in memory. */
export const doctor = defineNoun(doctorContract, {
  needs: [inboxMessages],
  create({ use, connection, storeId, unknownNames = [], wrongValues = [], clock, log, changed }) {
    const unexamined = neverExamined({ unknownNames, wrongValues })
    const closing = new AbortController()
    let current = unexamined
    /** The last examination that came to its end. */
    let last: Examination | null = null
    /** An examination that the screens have not been told of. */
    let untold: Examination | null = null

    function show(examination: Examination): void {
      current = examination
      untold = examination
      changed()
    }

    return {
      handlers: {
        'doctor.read': () => ok(current),
        'doctor.examine'() {
          if (connection === null) return fail('unauthorised', undefined, 'no-token')
          if (current.state === 'running') return ok(null)
          examine(connection, {
            storeId,
            events: use(inboxMessages).eventTypes,
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
        },
        'doctor.report': () =>
          connection === null || last === null
            ? fail('not-found')
            : ok(report(last, { connection, appVersion })),
      },
      // Only the newest of a turn: an examination goes on in many small steps.
      changes(): HostEvent[] {
        const examination = untold
        untold = null
        return examination === null ? [] : [{ type: 'doctor.changed', examination }]
      },
      /** Calls off what is under way; nothing is told any more. */
      close: () => closing.abort(),
    }
  },
})
