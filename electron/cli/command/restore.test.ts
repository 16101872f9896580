import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { backupsOf } from '#host/db/store-folder.ts'
import { callKitchenPass } from '#test/support/call-command.ts'
import { damagePage } from '#test/support/damage-page.ts'
import { databaseIn } from '#test/support/database-in.ts'
import { openLoneKitchen } from '#test/support/lone-kitchen.ts'
import { anyHour, booking, tap } from '#test/support/reservations.ts'
import { temporaryFolder } from '#test/support/temporary.ts'

/** The data folder of a store with a reservation, which nobody has open. */
async function makeStore() {
  const dataDir = temporaryFolder()
  const { kitchen, ask } = await openLoneKitchen(dataDir)
  const details = booking({ firstName: 'Amparo', tableIds: [] })
  const asked = { tapId: tap(), kind: 'booked', booking: details, accepted: anyHour }
  expect(await ask('reservations.create', asked)).toMatchObject({ firstName: 'Amparo' })
  await kitchen.close()
  return { dataDir, path: databaseIn(dataDir) }
}

test('with the app closed a backup goes to its place, and verify finds what is damaged', async () => {
  const { dataDir, path } = await makeStore()
  const [store, folder] = [basename(dirname(path)), backupsOf(path)]
  rmSync(folder, { recursive: true })
  const ended = await callKitchenPass(['backup', '--data', dataDir])
  expect(ended).toMatchObject({ code: 0, err: '' })
  expect(ended.out).toContain(folder)

  const verify = () => callKitchenPass(['verify', '--data', dataDir])
  const list = () => readdirSync(dataDir, { recursive: true })
  const names = list()
  const good = await verify()
  expect(list()).toEqual(names)
  expect(good).toMatchObject({ code: 0, err: '' })
  expect(good.out).toContain(`${store}: the database is sound`)
  expect(good.out).toContain(`${store}: 1 of 1 backups are sound`)

  cpSync(path, `${path}-good`)
  damagePage(path, 'reservations')
  const bad = await verify()
  expect(bad.code).toBe(1)
  expect(bad.out).toContain(': the database is damaged: ')
  cpSync(`${path}-good`, path)

  const [backup = ''] = readdirSync(folder)
  damagePage(join(folder, backup), 'reservations')
  const badBackup = await verify()
  expect(badBackup.code).toBe(1)
  expect(badBackup.out).toContain(`${store}: the database is sound`)
  expect(badBackup.out).toContain(`${store}: 0 of 1 backups are sound`)
})

test('a backup that is damaged is not restored, and nothing changes', async () => {
  const { dataDir, path } = await makeStore()
  const before = readFileSync(path)
  const folder = backupsOf(path)
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), 'garbage')
  const listed = await callKitchenPass(['restore', '--list', '--data', dataDir])
  expect(listed.code).toBe(1)
  expect(listed.out).toMatch(/ damaged$/m)
  expect(listed.out).not.toMatch(/ sound$/m)
  const [, number = ''] = /^ {2}(\d+) /m.exec(listed.out) ?? []
  for (const meant of [number, 'newest']) {
    const refused = await callKitchenPass(['restore', meant, '--data', dataDir, '--yes'])
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('Nothing was changed.')
  }
  expect(readFileSync(path)).toEqual(before)
})
