import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startPractice } from '#practice/platform.ts'
import { databaseIn } from '#test/support/database-in.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { Kitchen } from '../kitchen.ts'
import { makeFolder, moveDatabase } from './files.ts'
import { quarantineOf } from './store-folder.ts'
import { createSessionVault } from '../core/vault.ts'

const profile = JSON.stringify({
  mode: 'practice',
  v3Url: null,
  v1Url: null,
  tabsUrl: null,
  storeId: null,
  dialect: {},
})

/** Windows has no file modes: the user's own folder protects the files. */
const hasModes = process.platform !== 'win32'

/** Every path in a data folder that other accounts can read, with its mode. */
function readable(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => ({
    name,
    mode: statSync(join(folder, name)).mode & 0o777,
  }))
  return [{ name: '.', mode: statSync(folder).mode & 0o777 }, ...entries]
    .filter(({ mode }) => (mode & 0o077) !== 0)
    .map(({ name, mode }) => `${name} ${mode.toString(8)}`)
}

async function openKitchen(dataDir: string): Promise<Kitchen> {
  const kitchen = await Kitchen.open({
    dataDir,
    vault: createSessionVault(),
    log: createRecordingLog(),
    startPractice,
  })
  onTestFinished(() => kitchen.close())
  return kitchen
}

/** Connects to a store and creates every kind of file that a normal day creates. */
async function connect(kitchen: Kitchen): Promise<void> {
  const platform = await startPractice({ clients: 100 })
  onTestFinished(() => platform.close())
  const connected = await kitchen.call(kitchen.caller('office'), 'connection.connect', {
    v3Url: platform.v3,
    token: platform.token,
    storeId: platform.storeId,
  })
  expect(connected.ok).toBe(true)
}

test.runIf(hasModes)(
  'what is made is for this account alone, whatever else may be made',
  async () => {
    const before = process.umask(0o000)
    onTestFinished(() => void process.umask(before))
    const dataDir = join(temporaryFolder(), 'data')
    const kitchen = await openKitchen(dataDir)
    expect(readable(dataDir)).toEqual([])
    await connect(kitchen)
    await kitchen.call(kitchen.caller('office'), 'settings.change', { undoSeconds: 5 })
    expect(readable(dataDir)).toEqual([])
    await kitchen.close()
    const names = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    expect(names.some((name) => /backups.*\.sqlite$/.test(name))).toBe(true)
    expect(readable(dataDir)).toEqual([])
    // Set aside, and restored from a backup.
    const file = databaseIn(dataDir)
    writeFileSync(file, 'the disk had a bad day')
    await openKitchen(dataDir)
    expect(readdirSync(quarantineOf(file))).not.toEqual([])
    expect(readable(dataDir)).toEqual([])
  },
)

test.runIf(hasModes)(
  'what an older version left readable is closed, and nothing that is not ours',
  async () => {
    const dataDir = temporaryFolder()
    chmodSync(dataDir, 0o755)
    for (const name of ['store-1', 'store-1/quarantine', 'Cache'])
      mkdirSync(join(dataDir, name), { mode: 0o755 })
    const files = [
      'connection.json',
      'stores.json',
      'store-1/live.sqlite',
      'store-1/quarantine/7-live.sqlite-wal',
    ]
    for (const name of [...files, 'Cache/data', 'notes.txt']) {
      writeFileSync(join(dataDir, name), name === 'connection.json' ? profile : '[]')
      chmodSync(join(dataDir, name), 0o644)
    }
    await openKitchen(dataDir)
    expect(readable(dataDir).map((each) => each.split(' ')[0])).toEqual(
      expect.arrayContaining(['Cache', 'Cache/data', 'notes.txt']),
    )
    expect(readable(dataDir)).toHaveLength(3)
  },
)

test.runIf(hasModes)('links in the data folder are not followed', async () => {
  const [dataDir, elsewhere] = [temporaryFolder(), temporaryFolder()]
  const names = ['photo.jpg', 'folder/deep.sqlite', 'stores.json', 'store.sqlite']
  mkdirSync(join(elsewhere, 'folder'), { mode: 0o755 })
  for (const name of names) writeFileSync(join(elsewhere, name), 'mine', { mode: 0o644 })
  const modes = () => ['.', ...names].map((name) => statSync(join(elsewhere, name)).mode & 0o777)
  const before = modes()
  for (const name of ['store-1', 'practice', 'exports', 'logs'])
    symlinkSync(elsewhere, join(dataDir, name))
  for (const name of ['connection.json.new', 'stores.json.new'])
    symlinkSync(join(elsewhere, 'stores.json'), join(dataDir, name))
  // A damaged lock is emptied, but not what a link leads to.
  symlinkSync(join(elsewhere, 'store.sqlite'), join(dataDir, 'kitchen-pass.lock'))
  const kitchen = await openKitchen(dataDir)
  await connect(kitchen)
  await kitchen.close()
  expect(modes()).toEqual(before)
  for (const name of names) expect(readFileSync(join(elsewhere, name), 'utf8')).toBe('mine')
  expect(JSON.parse(readFileSync(join(dataDir, 'connection.json'), 'utf8'))).toMatchObject({
    mode: 'store',
  })
})

test('a folder is made with those above it, and a place that takes none is an error at once', () => {
  const folder = join(temporaryFolder(), 'a', 'b', 'c')
  makeFolder(folder)
  makeFolder(folder)
  expect(statSync(folder).isDirectory()).toBe(true)
  writeFileSync(join(folder, 'file'), '')
  expect(() => makeFolder(join(folder, 'file'))).toThrow('EEXIST')
  expect(() => makeFolder(join(folder, 'file', 'd'))).toThrow('ENOTDIR')
  // Node’s own way to make folders never ends there.
  if (process.platform === 'linux') expect(() => makeFolder('/proc/none/d')).toThrow('ENOENT')
})

test('a database that can’t be moved keeps its log and its journal', () => {
  const folder = temporaryFolder()
  const [from, to] = [join(folder, 'a.sqlite'), join(folder, 'b.sqlite')]
  for (const end of ['', '-wal', '-last']) writeFileSync(from + end, 'x')
  // Nothing takes the name of a folder.
  mkdirSync(to)
  expect(() => moveDatabase(from, to)).toThrow()
  expect(readdirSync(folder).toSorted()).toEqual([
    'a.sqlite',
    'a.sqlite-last',
    'a.sqlite-wal',
    'b.sqlite',
  ])
})
