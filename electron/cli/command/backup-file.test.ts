import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describeBackup } from '#host/backup-file/about.ts'
import { writeBackupFile } from '#host/backup-file/write-file.ts'
import { minCost } from '#host/sealing/scrypt-costs.ts'
import { makeBackup } from '#host/db/copy.ts'
import { callKitchenPass } from '#test/support/call-command.ts'
import { storeFile } from '#test/support/close-out-file.ts'
import { databaseIn } from '#test/support/database-in.ts'
import { openLoneKitchen } from '#test/support/lone-kitchen.ts'
import { temporaryFolder } from '#test/support/temporary.ts'

const passphrase = 'seven wet onions'
const env = { KITCHEN_PASS_PASSPHRASE: passphrase }

/** The data folder of a store, which nobody has open. */
async function makeStore() {
  const dataDir = temporaryFolder()
  const { kitchen } = await openLoneKitchen(dataDir)
  await kitchen.close()
  return { dataDir, file: join(temporaryFolder(), 'a.kpbackup') }
}

const backup = (dataDir: string, file: string, how = { env }) =>
  callKitchenPass(['backup', '--data', dataDir, '--to', file], how)
const restore = (dataDir: string, file: string, ...more: string[]) =>
  callKitchenPass(['restore', '--data', dataDir, '--from', file, ...more], { env })

/** The store as a backup file, with the least cost of scrypt that is accepted. */
async function writeCheaply(dataDir: string, to: string): Promise<void> {
  const database = databaseIn(dataDir)
  const { path: from, at } = await makeBackup(database, temporaryFolder(), Date.now())
  const about = describeBackup(from, { database, at })
  await writeBackupFile({ from, about, passphrase, to, cost: minCost })
}

test('each reason for refusing a file has its sentence, and nothing changes', async () => {
  const { dataDir, file } = await makeStore()
  await writeCheaply(dataDir, file)
  const before = readFileSync(databaseIn(dataDir))
  const good = readFileSync(file)

  const wrong = await callKitchenPass(['restore', '--data', dataDir, '--from', file, '--yes'], {
    env: { KITCHEN_PASS_PASSPHRASE: 'seven dry onions' },
  })
  expect(wrong).toMatchObject({ code: 1, out: '' })
  expect(wrong.err).toContain('the passphrase is wrong. Nothing was changed.')
  const newer = Buffer.from(good)
  newer.writeUInt32BE(2, 8)
  for (const [bytes, sentence] of [
    [good.subarray(0, -1), 'it is damaged or incomplete'],
    [newer, 'a newer version of Kitchen Pass made it'],
    [Buffer.from('%PDF-1.7'), 'it is not a backup file of Kitchen Pass'],
  ] as const) {
    writeFileSync(file, bytes)
    const refused = await restore(dataDir, file, '--yes')
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain(`${sentence}. Nothing was changed.`)
  }
  const gone = await restore(dataDir, `${file}.gone.kpbackup`, '--yes')
  expect(gone).toMatchObject({ code: 1, out: '' })
  expect(gone.err).toContain('no such file')

  writeFileSync(file, good)
  const other = temporaryFolder()
  writeFileSync(storeFile(other, 'store-0123456789abcdef'), before)
  const another = await restore(other, file, '--yes')
  expect(another).toMatchObject({ code: 1, out: '' })
  expect(another.err).toContain('It is a backup of another store')
  expect(readdirSync(other).filter((name) => name.startsWith('store-'))).toEqual([
    'store-0123456789abcdef',
  ])
  expect(readFileSync(databaseIn(other))).toEqual(before)
  expect(readFileSync(databaseIn(dataDir))).toEqual(before)
})

test('flags that can’t be meant end with 2', async () => {
  const { dataDir, file } = await makeStore()
  const cases: [Awaited<ReturnType<typeof callKitchenPass>>, RegExp][] = [
    [await backup(dataDir, file, { env: { KITCHEN_PASS_PASSPHRASE: 'short' } }), /too short/],
    [await callKitchenPass(['backup', '--data', dataDir, '--to', file]), /--passphrase-file/],
    [
      await callKitchenPass([
        'backup',
        '--data',
        dataDir,
        '--to',
        file,
        '--passphrase-file',
        '/gone',
      ]),
      /no such file/,
    ],
    [await backup(dataDir, join(dataDir, 'a.kpbackup')), /outside the data folder/],
  ]
  for (const [ended, sentence] of cases) {
    expect(ended).toMatchObject({ code: 2, out: '' })
    expect(ended.err).toMatch(sentence)
  }
  expect(existsSync(file)).toBe(false)
  expect(await restore(dataDir, file, '12')).toMatchObject({ code: 2 })
  writeFileSync(storeFile(dataDir, 'store-0123456789abcdef'), '')
  const several = await backup(dataDir, file)
  expect(several).toMatchObject({ code: 2 })
  expect(several.err).toContain('add --database with one of store-')
})
