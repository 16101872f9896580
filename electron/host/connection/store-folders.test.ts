import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { newDatabase } from '#test/support/new-database.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { backupsOf, liveOf } from '../db/store-folder.ts'
import { StoreFolders } from './store-folders.ts'

const v3Url = 'https://platform.example/v3'

/** A data folder with a store that the token doesn't have, its database and a folder of backups. */
function withWrongStore() {
  const dataDir = temporaryFolder()
  const folders = new StoreFolders(dataDir)
  const wrong = folders.folderOf(v3Url, 'wrong')
  cpSync(dirname(newDatabase()), join(dataDir, wrong), { recursive: true })
  mkdirSync(backupsOf(liveOf(join(dataDir, wrong))))
  folders.learn(wrong, { state: 'not-seen', ids: [] })
  return { folders, fileIn: (folder: string) => liveOf(join(dataDir, folder)), wrong }
}

/** The name that the right store's folder gets. */
const ownFolder = (): string => new StoreFolders(temporaryFolder()).folderOf(v3Url, 'right')

test('the folder of a wrong id continues under the right name, with all that is in it', () => {
  const { folders, fileIn, wrong } = withWrongStore()
  const right = folders.folderOf(v3Url, 'right')
  expect(right).not.toBe(wrong)
  expect(existsSync(backupsOf(fileIn(right)))).toBe(true)
  expect(existsSync(fileIn(right))).toBe(true)
  expect(existsSync(dirname(fileIn(wrong)))).toBe(false)
})

test('a store that has lost its file keeps its own folder, and the wrong one stays too', () => {
  const { folders, fileIn, wrong } = withWrongStore()
  const own = ownFolder()
  mkdirSync(backupsOf(fileIn(own)), { recursive: true })
  expect(folders.folderOf(v3Url, 'right')).toBe(own)
  expect(existsSync(fileIn(own))).toBe(false)
  expect(existsSync(fileIn(wrong))).toBe(true)
})
