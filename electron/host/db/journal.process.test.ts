import { fork } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { openDatabase } from './open.ts'
import { storedLoss } from './loss.ts'
import { openOrQuarantine } from '../recovery/quarantine.ts'
import { tables } from '../nouns.ts'
import { createValues } from './values.ts'

const ends = ['', '-wal', '-last'] as const

const original = { file: '', commits: 0 }

/**
 * Makes what a killed process leaves: a database with its write-ahead log and its journal.
 * `commits` is the last acknowledged one. The tests only copy it.
 */
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
  const file = join(folder, 'original.sqlite')
  const script = join(folder, 'host.mjs')
  const open = JSON.stringify(join(import.meta.dirname, '../recovery/quarantine.ts'))
  writeFileSync(
    script,
    `import { openOrQuarantine } from ${open}
     const log = { info() {}, warn() {}, error() {} }
     const { db } = openOrQuarantine(process.argv[2], 0, log, { tables: [] })
     const insert = "INSERT INTO inbox (key, type, source, received_at, body) VALUES (?, '', 'webhook', '2026', ?)"
     for (let n = 1; n <= 400; n++) db.transact(() => db.run(insert, 'k' + n, 'x'.repeat(5000)))
     process.send(db.commits)
     setInterval(() => {}, 1000)`,
  )
  const child = fork(script, [file], { execArgv: ['--no-warnings'] })
  const [commits] = (await once(child, 'message')) as [number]
  child.kill('SIGKILL')
  await once(child, 'exit')
  Object.assign(original, { file, commits })
  return () => rmSync(folder, { recursive: true })
})

/** A copy of it. */
function copyTo(file: string): void {
  for (const end of ends) copyFileSync(original.file + end, file + end)
}

const size = (file: string): number => readFileSync(file).length

function flip(file: string, share: number): void {
  const bytes = readFileSync(file)
  const at = Math.floor((bytes.length - 1) * share)
  bytes[at] = (bytes[at] ?? 0) ^ 4
  writeFileSync(file, bytes)
}

const faults: [string, (wal: string) => void][] = [
  ['cut in the middle', (wal) => truncateSync(wal, Math.floor(size(wal) / 2))],
  ['cut by its last byte', (wal) => truncateSync(wal, size(wal) - 1)],
  ['emptied', (wal) => truncateSync(wal, 0)],
  ['deleted', (wal) => rmSync(wal)],
  ...Array.from({ length: 40 }, (_, nth): [string, (wal: string) => void] => [
    `a bit flipped at ${String(nth)} of 39`,
    (wal) => flip(wal, nth / 39),
  ]),
]

test('a write-ahead log with missing commits is always reported', () => {
  const folder = temporaryFolder()
  const { commits } = original
  const silent: string[] = []
  for (const [nth, [name, spoil]] of faults.entries()) {
    const file = join(folder, `${String(nth)}.sqlite`)
    copyTo(file)
    spoil(`${file}-wal`)
    const { db, damage } = openOrQuarantine(file, 0, createRecordingLog(), { tables })
    const rows = db.get('SELECT count(*) AS n FROM inbox')?.['n']
    db.close()
    if (damage === null && rows !== 400) silent.push(`${name}: ${String(rows)} rows`)
    // Reported until the host has handled the loss, then never again.
    for (const reported of [damage, null]) {
      const again = openOrQuarantine(file, 0, createRecordingLog(), { tables })
      expect(again.damage, name).toEqual(reported)
      expect(again.db.commits, name).toBeGreaterThanOrEqual(commits)
      storedLoss(createValues(again.db, createRecordingLog())).write(null)
      again.db.close()
    }
  }
  expect(silent).toEqual([])
})

test('commits that a killed process acknowledged are there, without an alarm', () => {
  const file = join(temporaryFolder(), 'store.sqlite')
  copyTo(file)
  const { db, damage } = openOrQuarantine(file, 0, createRecordingLog(), { tables })
  expect(damage).toBeNull()
  expect(db.commits).toBe(original.commits)
  expect(db.get('SELECT count(*) AS n FROM inbox')).toEqual({ n: 400 })
  db.close()
})

test('a journal that is lost or older raises no alarm', () => {
  const folder = temporaryFolder()
  for (const [name, content] of [
    ['empty', ''],
    ['older', '0000000000000001'],
    ['no number', 'x'.repeat(16)],
  ] as const) {
    const file = join(folder, `${name}.sqlite`)
    copyTo(file)
    writeFileSync(`${file}-last`, content)
    const { db, damage } = openOrQuarantine(file, 0, createRecordingLog(), { tables })
    expect(damage, name).toBeNull()
    db.close()
  }
})

test('every change has a number, also one that stands alone; what changes nothing has none', () => {
  const db = openDatabase(join(temporaryFolder(), 'store.sqlite'))
  const insert = `INSERT OR IGNORE INTO settings (name, value) VALUES ('a', 'b')`
  const before = db.commits
  db.run(insert)
  expect(db.commits).toBe(before + 1)
  db.run(insert)
  db.transact(() => db.all('SELECT * FROM settings'))
  expect(db.commits).toBe(before + 1)
  db.all(`UPDATE settings SET value = 'c' RETURNING name`)
  expect(db.commits).toBe(before + 2)
  expect(() =>
    db.transact(() => {
      db.run('DELETE FROM settings')
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(db.commits).toBe(before + 2)
  expect(db.get('SELECT number FROM commits')).toEqual({ number: before + 2 })
  db.close()
})
