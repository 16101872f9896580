import { openDatabase } from '#host/db/open.ts'
import { Inbox } from '#host/inbox/inbox.ts'
import { createRecordingLog } from './recording-log.ts'

/** Adds processed messages to a closed file, `kilobytes` each. */
export async function fillInbox(file: string, count: number, kilobytes: number): Promise<void> {
  const db = openDatabase(file)
  const inbox = new Inbox(db, createRecordingLog(), {
    onStored: () => undefined,
    onStatus: () => undefined,
  })
  await Promise.all(
    Array.from({ length: count }, (_, nth) =>
      inbox.receive({
        key: `id:evt-${String(nth).padStart(4, '0')}`,
        type: 'ecommerce.order.created',
        source: 'webhook',
        receivedAt: new Date().toISOString(),
        reportedAt: null,
        body: JSON.stringify({ nth, filling: 'x'.repeat(kilobytes * 1024) }),
        json: null,
      }),
    ),
  )
  db.transact(() => {
    for (const row of inbox.arrived(count)) inbox.settle(row, { state: 'done' })
  })
  db.close()
}
