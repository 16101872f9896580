import { doctorContract, type Examination } from '#contract/doctor.ts'
import type { HostEvent } from '#contract/index.ts'
import { fail, ok } from '#contract/result.ts'
import { inboxMessages } from '../inbox-messages/inbox-messages.ts'
import { defineNoun } from '../noun.ts'
import { examine } from './examine.ts'
import { neverExamined } from './examination.ts'
import { status } from '../status/status.ts'
import { appVersion, readVersions } from '../versions.ts'
import { report } from './report.ts'
import { supportFile, tableSizes } from './support-file.ts'

/** The doctor of one store: one examination at a time; the last one is in memory. */
export const doctor = defineNoun(doctorContract, {
  needs: [inboxMessages, status],
  create(context) {
    const { use, connection, storeId, unknownNames = [], wrongValues = [] } = context
    const { clock, log, changed } = context
    const unexamined = neverExamined({ unknownNames, wrongValues })
    const closing = new AbortController()
    let current = unexamined
    let last: Examination | null = null
    /** A changed examination that the screens don't have yet. */
    let unsentExamination: Examination | null = null

    function show(examination: Examination): void {
      current = examination
      unsentExamination = examination
      changed()
    }

    const lastReport = (): string | null =>
      connection === null || last === null ? null : report(last, { connection, appVersion })

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
        'doctor.report'() {
          const text = lastReport()
          return text === null ? fail('not-found') : ok(text)
        },
        'doctor.supportFile': () =>
          ok(
            supportFile({
              versions: readVersions(),
              connection,
              settings: context.settings(),
              status: use(status).current(),
              report: lastReport(),
              tables: tableSizes(context.file),
              log: context.recentLog?.() ?? [],
            }),
          ),
      },
      // Only the newest in a turn: an examination has many small steps.
      changes(): HostEvent[] {
        const examination = unsentExamination
        unsentExamination = null
        return examination === null ? [] : [{ type: 'doctor.changed', examination }]
      },
      /** Cancels a running examination; nothing more is sent. */
      close: () => closing.abort(),
    }
  },
})
