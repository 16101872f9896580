import { scryptSync } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { headerBytes, readHeader } from '#host/backup-file/header.ts'
import { openSealed, sealSecrets } from '#host/profile-file/profile-file.ts'
import { Sealing, sealedSchema } from '#host/sealing/sealing.ts'
import { databaseIn } from '#test/support/database-in.ts'
import { openLoneKitchen } from '#test/support/lone-kitchen.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { KeyVault } from './key-vault.ts'

/*
 * Everything sealed as in production, where no shell gives a cost. Other tests use less. If this
 * fails because a cost became smaller, secrets became easier to guess.
 */
const [pin, passphrase] = ['48213', 'seven wet onions']
const pinCost = 2 ** 15
const passphraseCost = 2 ** 17

test('a kitchen keeps a PIN and exports a backup at the full cost', async () => {
  const dataDir = temporaryFolder()
  const { ask, kitchen } = await openLoneKitchen(dataDir, { fullCost: true })
  expect(await ask('screens.setPin', { pin })).toBeNull()
  const path = join(temporaryFolder(), 'a.kpbackup')
  kitchen.choose(path)
  await ask('backupFiles.export', { backupId: null, passphrase, path })
  await expect.poll(() => ask('backupFiles.get')).toMatchObject({ state: 'done', fault: null })
  expect(readHeader(readFileSync(path).subarray(0, headerBytes)).cost).toBe(passphraseCost)

  await kitchen.close()
  const db = new DatabaseSync(databaseIn(dataDir))
  const row = db.prepare(`SELECT value FROM settings WHERE name = 'screens.pin'`).get()
  db.close()
  const { salt, key } = JSON.parse(String(row?.['value'])) as { salt: string; key: string }
  const full = { N: pinCost, r: 8, p: 1, maxmem: 2 ** 26 }
  expect(scryptSync(pin, Buffer.from(salt, 'base64'), 32, full).toString('base64')).toBe(key)
})

test('secrets of a setup file are sealed at the full cost, and open', async () => {
  const secrets = { common: { accessKey: 'key' } }
  const sealed = await sealSecrets(secrets, passphrase)
  expect(sealed.cost).toBe(passphraseCost)
  expect(await openSealed(sealed, passphrase)).toEqual({ ok: true, value: secrets })
})

test('a key file is sealed at the full cost', async () => {
  const folder = temporaryFolder()
  const dataDir = join(folder, 'data')
  mkdirSync(dataDir)
  const path = join(folder, 'keys.json')
  const vault = new KeyVault({
    ...{ path, dataDir, passphrase, given: {} },
    report: () => undefined,
  })
  await vault.write('platform-token', 'token')
  expect(readFileSync(path, 'utf8')).toContain(`"cost": ${String(passphraseCost)}`)
})

test('the most that a file may ask for works', () => {
  const sealing = new Sealing(passphrase, 2 ** 18)
  const sealed = sealing.seal('text')
  expect(sealedSchema.safeParse(sealed).success).toBe(true)
  expect(sealing.open(sealed)).toBe('text')
})
