import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { newDatabase } from '#test/support/new-database.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import type { Context } from '../noun.ts'
import { CurrentWork } from './current-work.ts'
import { Importing } from './importing.ts'

/** The receiving of files alone: nothing is opened. */
function open() {
  let workCount = 0
  const current = new CurrentWork({
    clock: new FakeClock(),
    log: createRecordingLog(),
    newId: () => `w${String(++workCount)}`,
    notify: () => undefined,
  })
  const exportsDir = join(temporaryFolder(), 'exports')
  const use = (() => ({ restores: null })) as unknown as Context['use']
  const storeMove = { handOver: null } as Context['storeMove']
  const importing = new Importing({ use, exportsDir, storeMove }, newDatabase(), current)
  return { current, exportsDir, importing }
}

const part = Buffer.from('abc').toString('base64')

test('a disk that takes no file is an error, and the next file is taken', async () => {
  const { exportsDir, importing } = open()
  const refused = importing.receive(3)
  rmSync(exportsDir, { recursive: true })
  expect(await refused).toMatchObject({ ok: false, error: { code: 'storage' } })
  expect(await importing.receive(3)).toMatchObject({ ok: true })
})

test('a file that was given up before it is there leaves nothing', async () => {
  const { current, exportsDir, importing } = open()
  const received = importing.receive(3)
  // Its work has begun, and its file is not open yet.
  await Promise.resolve()
  await Promise.resolve()
  void current.putAway()
  expect(await received).toMatchObject({ error: { code: 'too-late' } })
  expect(readdirSync(exportsDir)).toEqual([])
  expect(await importing.add('w1', 0, part)).toMatchObject({ error: { code: 'too-late' } })
})
