import { expect, test } from 'vitest'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { newDatabase } from '#test/support/new-database.ts'
import { openDatabase } from '../db/open.ts'
import { Inbox, type NewInboxMessage } from './inbox.ts'

test('each type that the platform sent, with the fields of its newest', async () => {
  const db = openDatabase(newDatabase())
  const inbox = new Inbox(db, createRecordingLog(), {
    onStored: () => undefined,
    onStatus: () => undefined,
  })
  const receive = (type: string, body: string, source: NewInboxMessage['source'] = 'webhook') =>
    inbox.receive({
      key: `${type} ${body}`,
      type,
      source,
      receivedAt: '2026-11-20T15:30:00.000Z',
      reportedAt: null,
      body,
    })
  await receive('status', '{"data":{"old":1}}')
  await receive('status', '{"data":{"order":{},"newOrderStatus":"done"}}')
  await receive('created', 'not JSON')
  await receive('asked for by us', '{}', 'poll')
  await receive('', '{}')
  expect(inbox.eventTypes()).toEqual([
    { type: 'created', fields: [] },
    { type: 'status', fields: ['order', 'newOrderStatus'] },
  ])
  db.close()
})
