import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import type { Delivery } from '#contract/deliveries.ts'
import type { Printer, PrintJob } from '#contract/printers.ts'
import { manager } from '#test/support/caller.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createKeptLog } from '#test/support/kept-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { openDatabase } from '../db/open.ts'
import { openOrQuarantine } from '../db/quarantine.ts'
import { createHost } from '../host.ts'
import { createOutboxRows } from '../outbox/rows.ts'

/** A job as versions before deliveries showed it. */
type OldJob = Omit<PrintJob, 'delivery'> & { state: string; trouble: string | null }

/** What version 0.2.0 showed of its jobs, after a start. */
interface OldPrinters {
  at: string
  storeId: string
  printers: { printers: Printer[]; jobs: OldJob[] }
}

const fixture = join(import.meta.dirname, '../../../test/fixtures/store-0.2.0-print')
const old = JSON.parse(readFileSync(`${fixture}.json`, 'utf8')) as OldPrinters

/**
 * A copy of a file of version 0.2.0: jobs in every state, of which one was cut off while it was printed, and one whose hash
 * is wrong.
 */
function oldFile(): string {
  const file = join(temporaryFolder(), 'store.sqlite')
  writeFileSync(file, gunzipSync(readFileSync(`${fixture}.sqlite.gz`)))
  return file
}

const oldStates: Partial<Record<Delivery['state'], string>> = {
  confirmed: 'done',
  sending: 'printing',
}
const asBefore = ({ delivery, ...job }: PrintJob): OldJob => ({
  ...job,
  state: oldStates[delivery.state] ?? delivery.state,
  trouble: delivery.reason ?? null,
})

test('jobs of 0.2.0 are entries of the outbox, in their order, and what is over says nothing more', () => {
  const db = openDatabase(oldFile())
  onTestFinished(() => db.close())
  const entries = createOutboxRows(db, createKeptLog()).inLanes('print')
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

test('a file of 0.2.0 shows the same jobs', async () => {
  const clock = new FakeClock(old.at)
  const log = createKeptLog()
  const file = oldFile()
  const host = await createHost({
    ...openOrQuarantine(file, clock.now(), log),
    clock,
    log,
    chance: () => 0.5,
    mode: 'store',
    connection: null,
    storeId: old.storeId,
    webhookTokens: [],
    webhookPort: 0,
    exportsDir: `${file}-exports`,
    notify: () => undefined,
  })
  onTestFinished(() => host.close())
  const read = async () => {
    const result = await host.handlers['printers.read']({}, manager)
    if (!result.ok) throw new Error(result.error.code)
    return { ...result.value, jobs: result.value.jobs.map(asBefore) }
  }
  await expect.poll(read).toEqual(old.printers)
})
