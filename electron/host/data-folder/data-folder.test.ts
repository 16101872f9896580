import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { DataFolder } from '#contract/data-folder/data-folder.ts'
import { databaseIn } from '#test/support/database-in.ts'
import { openLoneKitchen } from '#test/support/lone-kitchen.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { liveOf, quarantineOf } from '../db/store-folder.ts'

test('the data folder says what it takes and what is free', async () => {
  const dataDir = temporaryFolder()
  const { kitchen, ask, post } = await openLoneKitchen(dataDir)
  onTestFinished(() => kitchen.close())
  expect(await post()).toBe(200)
  expect(await ask('backups.create')).toBe('made')
  const quarantine = quarantineOf(databaseIn(dataDir))
  mkdirSync(quarantine)
  writeFileSync(join(quarantine, 'old.sqlite'), Buffer.alloc(1234))
  mkdirSync(join(dataDir, 'store-of-another'))
  writeFileSync(liveOf(join(dataDir, 'store-of-another')), Buffer.alloc(4321))
  const folder = (await ask('dataFolder.get')) as DataFolder
  expect(folder).toMatchObject({ path: dataDir, quarantine: 1234, exports: 0 })
  expect(folder.others).toBeGreaterThanOrEqual(4321)
  expect(folder.database).toBeGreaterThan(10_000)
  expect(folder.backups).toBeGreaterThan(10_000)
  expect(folder.free).toBeGreaterThan(0)
  expect(folder.disk).toBeGreaterThan(folder.free)
})

test('a link may lead to the data folder, as the help says', async () => {
  const [real, link] = [temporaryFolder(), join(temporaryFolder(), 'store')]
  symlinkSync(real, link)
  const { kitchen, ask, post } = await openLoneKitchen(link)
  onTestFinished(() => kitchen.close())
  expect(await post()).toBe(200)
  expect(await ask('backups.create')).toBe('made')
  expect(await ask('dataFolder.get')).toMatchObject({ free: expect.any(Number) as number })
})

test.each(['José 李', 'a # b', '100 % c', 'what?', '%41 & "q"', "it's; [1]"])(
  'a data folder may be called %s',
  async (name) => {
    const dataDir = join(temporaryFolder(), name, 'data')
    for (let start = 1; start <= 2; start += 1) {
      const { kitchen, ask, post } = await openLoneKitchen(dataDir)
      expect(await post()).toBe(200)
      expect(await ask('backups.create')).toBe('made')
      expect(await ask('status.get')).toMatchObject({ damage: null, backup: { failing: false } })
      expect(await ask('tickets.list')).toMatchObject({ tickets: expect.any(Array) as unknown })
      await kitchen.close()
    }
    // Nothing of it is beside the folder.
    expect(readdirSync(join(dataDir, '../..'))).toEqual([name])
    expect(readdirSync(join(dataDir, '..'))).toEqual(['data'])
  },
)
