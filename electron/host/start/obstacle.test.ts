import { createServer } from 'node:http'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '#test/support/temporary.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { StoreInUse } from '../connection/store-claim.ts'
import { openStore } from '../db/open-store.ts'
import { tables } from '../nouns.ts'
import { obstacleOf, openOrObstacle } from './obstacle.ts'

/** SQLite's error for this, on a real file. */
function thrownBy(work: (path: string) => unknown): unknown {
  try {
    work(join(temporaryFolder(), 'a.sqlite'))
  } catch (cause) {
    return cause
  }
  throw new Error('nothing was thrown')
}

test.each<[string, string | null, (path: string) => unknown]>([
  [
    'a lock of another',
    'in-use',
    (path) => {
      const [one, other] = [new DatabaseSync(path), new DatabaseSync(path)]
      onTestFinished(() => {
        one.close()
        other.close()
      })
      one.exec('BEGIN EXCLUSIVE')
      other.exec('CREATE TABLE a (b)')
    },
  ],
  [
    'a database that can only be read',
    'no-writing',
    (path) => {
      new DatabaseSync(path).close()
      const db = new DatabaseSync(path, { readOnly: true })
      onTestFinished(() => {
        db.close()
      })
      db.exec('CREATE TABLE a (b)')
    },
  ],
  [
    'a database that may not grow',
    'full-disk',
    (path) => {
      const db = new DatabaseSync(path)
      onTestFinished(() => {
        db.close()
      })
      db.exec('PRAGMA max_page_count = 1; CREATE TABLE a (b); CREATE TABLE c (d)')
    },
  ],
  ['a folder that is not there', 'no-writing', (path) => new DatabaseSync(`${path}/x/y`)],
  [
    'a file in the folder’s place',
    'no-folder',
    (path) => {
      writeFileSync(path, '')
      mkdirSync(path, { recursive: true })
    },
  ],
  [
    'a file in the place of a folder above',
    'no-folder',
    (path) => {
      writeFileSync(path, '')
      mkdirSync(join(path, 'data'), { recursive: true })
    },
  ],
  [
    'a folder in the place of the database',
    'no-file',
    (path) => {
      mkdirSync(path)
      openStore(path, 0, createRecordingLog(), { tables })
    },
  ],
  [
    'a folder in the place of a file that is deleted',
    'no-file',
    (path) => {
      mkdirSync(path)
      rmSync(path, { force: true })
    },
  ],
  [
    'a statement that is wrong',
    null,
    () => {
      new DatabaseSync(':memory:').exec('SELEKT')
    },
  ],
  ['a file that is not there', null, (path) => readFileSync(path)],
  ['a bug', null, () => raise(new TypeError('undefined is not a function'))],
])('%s is %s', (_name, obstacle, work) => {
  expect(obstacleOf(thrownBy(work))).toBe(obstacle)
})

function raise(cause: Error): never {
  throw cause
}

test('a port without permission is not a problem of the data folder', async () => {
  const server = createServer()
  const cause = await new Promise((resolve) => {
    // The system's error for ports below 1024, if it reserves them.
    server.once('error', resolve)
    server.emit(
      'error',
      Object.assign(new Error('listen EACCES'), { code: 'EACCES', syscall: 'listen' }),
    )
  })
  expect(obstacleOf(cause)).toBeNull()
})

test('a bug is thrown on, and an obstacle is answered', async () => {
  await expect(openOrObstacle(() => Promise.reject(new TypeError('x')))).rejects.toThrow('x')
  expect(await openOrObstacle(() => Promise.reject(new StoreInUse()))).toEqual({
    kitchen: null,
    obstacle: 'store-in-use',
  })
})
