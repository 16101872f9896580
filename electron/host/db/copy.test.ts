import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { damagePage } from '#test/support/damage-page.ts'
import { newDatabase } from '#test/support/new-database.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { DamagedDatabase, openDatabase } from './open.ts'
import { checkSeparately, makeBackup } from './copy.ts'

test('a backup of an open file has all that was committed, while commits go on', async () => {
  const file = newDatabase()
  const db = openDatabase(file)
  onTestFinished(() => db.close())
  db.run(`INSERT INTO settings VALUES ('before', '1')`)
  const folder = join(temporaryFolder(), 'backups')
  const making = makeBackup(file, folder, Date.now())
  let commits = 0
  const timer = setInterval(
    () => db.run(`INSERT INTO settings VALUES (?, '1')`, `n${commits++}`),
    1,
  )
  const { path, number } = await making
  clearInterval(timer)
  expect(number).toBe(1)
  const copy = new DatabaseSync(path, { readOnly: true })
  onTestFinished(() => copy.close())
  expect(copy.prepare(`SELECT name FROM settings WHERE name = 'before'`).all()).toHaveLength(1)
  expect(readdirSync(folder)).toHaveLength(1)
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  expect((await makeBackup(file, folder, Date.now())).number).toBe(2)
})

test('a backup of a damaged file fails and leaves nothing', async () => {
  const file = newDatabase()
  damagePage(file, 'tickets')
  const folder = join(temporaryFolder(), 'backups')
  await expect(makeBackup(file, folder, Date.now())).rejects.toThrow()
  expect(readdirSync(folder)).toEqual([])
})

test('a check finds damage, and a file that is not a database', async () => {
  const file = newDatabase()
  await checkSeparately(file)
  damagePage(file, 'tickets')
  await expect(checkSeparately(file)).rejects.toThrow(DamagedDatabase)
  await expect(checkSeparately(import.meta.filename)).rejects.toThrow(DamagedDatabase)
})
