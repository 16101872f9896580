import { expect, onTestFinished, test } from 'vitest'
import type { HostEvent } from '#contract/index.ts'
import { defaultSettings, settingsSchema as settingsOnDisk } from '#contract/settings/settings.ts'
import { manager } from '#test/support/caller.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { openTestStore } from '#test/support/kitchen.ts'
import { contextOf } from '#test/support/context.ts'
import { newDatabase } from '#test/support/new-database.ts'
import { openDatabase } from '../db/open.ts'
import { createValues } from '../db/values.ts'
import { settings as noun } from './settings.ts'

const refuse = (when: 'INSERT' | 'UPDATE'): string =>
  `CREATE TRIGGER refuse_${when} BEFORE ${when} ON settings BEGIN SELECT RAISE(ABORT, 'no room'); END`

test('a change that the disk refuses is in force nowhere: not in memory, not at the listener, not on a screen', async () => {
  const store = await openTestStore()
  await store.call('settings.change', { undoSeconds: 5, webhookHosts: ['before.example'] })
  const before = await store.call('settings.get', {})
  const url = store.host.webhookUrl
  await store.host.close()
  const db = openDatabase(store.file)
  for (const when of ['INSERT', 'UPDATE'] as const) db.run(refuse(when))
  db.close()
  await store.restart()
  store.events.splice(0)
  expect(
    await store.call('settings.change', { undoSeconds: 30, webhookHosts: ['after.example'] }),
  ).toMatchObject({ ok: false, error: { code: 'storage', detail: 'no room' } })
  expect(await store.call('settings.get', {})).toEqual(before)
  expect(before).toMatchObject({ value: { undoSeconds: 5, webhookHosts: ['before.example'] } })
  expect(store.events.filter(({ type }) => type === 'settings.changed')).toEqual([])
  expect(url).not.toBeNull()
})

/** Settings in a real file, with a listener for changes. */
function open(file: string, onChange: () => void) {
  const log = createRecordingLog()
  const db = openDatabase(file)
  onTestFinished(() => db.close())
  const applied: unknown[] = []
  const reported: HostEvent[] = []
  const context = contextOf({
    db,
    values: createValues(db, log),
    setup: null,
    notify: (event) => reported.push(event),
    announce(name, news) {
      if (name === 'settings.changing') onChange()
      else applied.push(news)
      return Promise.resolve()
    },
  })
  const opened = noun.create(context)
  return { current: () => opened.current, handlers: opened.handlers, applied, reported, db }
}

test('a change whose consequences fail is undone on disk as well', async () => {
  const file = newDatabase()
  const { current, handlers, applied, db } = open(file, () => {
    throw new Error('a page of the tickets is damaged')
  })
  const change = async () => handlers['settings.change']({ undoSeconds: 30 }, manager)
  await expect(change()).rejects.toThrow('damaged')
  expect(current()).toEqual(defaultSettings)
  expect(applied).toEqual([])
  expect(createValues(db, createRecordingLog())('settings', settingsOnDisk).read()).toBeNull()
})

test('a valid change is written to disk, applied and notified', async () => {
  const file = newDatabase()
  const { handlers, applied, reported, db } = open(file, () => undefined)
  await handlers['settings.change']({ undoSeconds: 30 }, manager)
  const after = { ...defaultSettings, undoSeconds: 30 }
  expect(applied).toEqual([{ before: defaultSettings, after }])
  expect(reported).toEqual([{ type: 'settings.changed', settings: after }])
  expect(createValues(db, createRecordingLog())('settings', settingsOnDisk).read()).toEqual(after)
})
