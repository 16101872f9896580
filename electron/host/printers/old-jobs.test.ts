import { expect, onTestFinished, test } from 'vitest'
import type { Delivery } from '#contract/deliveries/delivery.ts'
import type { Printer, PrintJob } from '#contract/printers/printers.ts'
import { manager } from '#test/support/caller.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { oldFile, openOld, shownBefore } from '#test/support/old-store.ts'
import { openDatabase } from '../db/open.ts'
import { createOutboxRows } from '../outbox/rows.ts'

/** A job as versions before deliveries showed it. */
type OldJob = Omit<PrintJob, 'delivery'> & { state: string; trouble: string | null }

/** What the version before deliveries showed of its jobs after a start. */
interface OldPrinters {
  at: string
  storeId: string
  printers: { printers: Printer[]; jobs: OldJob[] }
}

/**
 * A file of the version before deliveries, with jobs in every state. One was interrupted while
 * printing, and one has a wrong hash.
 */
const fixture = 'store-before-deliveries-print'
const old = shownBefore<OldPrinters>(fixture)

const oldStates: Partial<Record<Delivery['state'], string>> = {
  confirmed: 'done',
  sending: 'printing',
}
const asBefore = ({ delivery, ...job }: PrintJob): OldJob => ({
  ...job,
  state: oldStates[delivery.state] ?? delivery.state,
  trouble: delivery.reason ?? null,
})

test('jobs of the version before deliveries are entries of the outbox, in their order, and what is over says nothing more', () => {
  const db = openDatabase(oldFile(fixture))
  onTestFinished(() => db.close())
  const entries = createOutboxRows(db, createRecordingLog()).inLanes('print')
  expect(
    entries.map(({ id, state, reason, needsDecision }) => [id, state, reason, needsDecision]),
  ).toEqual([
    ['done', 'confirmed', null, false],
    ['silent', 'unknown', null, true],
    ['foreign', 'unknown', 'no-printer', true],
    ['away', 'queued', 'nobody-listens', false],
    ['behind', 'queued', null, false],
    ['cut-off', 'sending', null, false],
  ])
  expect(entries[0]?.payload).toMatchObject({ printed: 'test', title: '', paper: [] })
  expect(entries[3]?.payload).toMatchObject({ printed: 'ticket', title: 'A1' })
  expect(db.all("SELECT name FROM sqlite_schema WHERE name LIKE 'print_jobs%'")).toEqual([])
})

test('a file of the version before deliveries shows the same jobs', async () => {
  const { host } = await openOld(oldFile(fixture), old)
  const read = async () => {
    const result = await host.handlers['printers.read']({}, manager)
    if (!result.ok) throw new Error(result.error.code)
    return { ...result.value, jobs: result.value.jobs.map(asBefore) }
  }
  const printers = old.printers.printers.map((printer) => ({
    ...printer,
    prints: null,
    spareId: null,
    ignoresOffline: false,
    columns: null,
    letters: 'code-page',
    images: true,
  }))
  await expect.poll(read).toEqual({ ...old.printers, printers })
})
