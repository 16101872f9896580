import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { OfferedProfile } from '#contract/profiles/profiles.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { findOnSticks, readOffered, setupFileIn, SetupFiles, stickFolders } from './setup-files.ts'

test.each([
  [['app', '/home/ana/shop.kitchenpass'], '/home/ana/shop.kitchenpass'],
  [['app', '.', 'C:\\Users\\Ana\\SHOP.KITCHENPASS'], 'C:\\Users\\Ana\\SHOP.KITCHENPASS'],
  [['app', '--reset-pin', 'shop.kitchenpass.json'], 'shop.kitchenpass.json'],
  [['app', '--data=shop.kitchenpass'], null],
  [['shop.kitchenpass'], null],
  [['app', 'notes.json', 'kitchenpass'], null],
])('the file among %j', (argv, path) => {
  expect(setupFileIn(argv)).toBe(path)
})

test('a file is read up to its limit; a folder, a large and a missing one have no text', async () => {
  const folder = temporaryFolder()
  const file = join(folder, 'shop.kitchenpass')
  writeFileSync(file, '{"version":1}')
  expect(await readOffered(file)).toEqual({ name: 'shop.kitchenpass', text: '{"version":1}' })
  writeFileSync(file, 'x'.repeat(1024 * 1024 + 1))
  expect(await readOffered(file)).toEqual({ name: 'shop.kitchenpass', text: null })
  mkdirSync(join(folder, 'a.kitchenpass'))
  expect(await readOffered(join(folder, 'a.kitchenpass'))).toMatchObject({ text: null })
  expect(await readOffered(join(folder, 'b.kitchenpass'))).toMatchObject({ text: null })
})

/** A machine with these folders. */
const machine = (folders: Record<string, string[]>) => (folder: string) =>
  Promise.resolve(folders[folder] ?? [])

test('where sticks are', async () => {
  const windows = await stickFolders('win32', machine({}))
  expect(windows).toContain('E:\\')
  expect(windows).not.toContain('C:\\')
  expect(await stickFolders('darwin', machine({ '/Volumes': ['STICK'] }))).toEqual([
    '/Volumes/STICK',
  ])
  const linux = machine({
    '/media': ['ana'],
    '/media/ana': ['STICK'],
    '/run/media': ['ana'],
    '/run/media/ana': ['OTHER'],
  })
  expect(await stickFolders('linux', linux)).toEqual(['/media/ana/STICK', '/run/media/ana/OTHER'])
})

test('the first setup file on a stick is found, and nothing else', async () => {
  const windows = machine({ 'D:\\': ['photos'], 'E:\\': ['b.json', 'shop.kitchenpass'] })
  expect(await findOnSticks('win32', windows)).toBe('E:\\shop.kitchenpass')
  const mac = machine({ '/Volumes': ['S'], '/Volumes/S': ['a.txt', 'kitchen-pass-profile.json'] })
  expect(await findOnSticks('darwin', mac)).toBe('/Volumes/S/kitchen-pass-profile.json')
  expect(await findOnSticks('darwin', machine({ '/Volumes': ['S'] }))).toBeNull()
})

test('a file that came first waits for the kitchen; a stick is only looked at when nothing is connected', async () => {
  const folder = temporaryFolder()
  const path = join(folder, 'shop.kitchenpass')
  writeFileSync(path, '{}')
  const offered: OfferedProfile[] = []
  const kitchen = (isNew: boolean) => ({
    isNew: () => isNew,
    offerProfile: (file: OfferedProfile) => void offered.push(file),
  })
  const stick = () => Promise.resolve(path)
  const early = new SetupFiles(createRecordingLog(), () => Promise.reject(new Error('looked')))
  early.open(path)
  await early.opened(kitchen(true))
  expect(offered).toHaveLength(1)
  await new SetupFiles(createRecordingLog(), stick).opened(kitchen(false))
  expect(offered).toHaveLength(1)
  const later = new SetupFiles(createRecordingLog(), stick)
  await later.opened(kitchen(true))
  expect(offered).toHaveLength(2)
  later.open(null)
  later.open(path)
  await expect.poll(() => offered).toHaveLength(3)
})

test.each(['opened', 'connected'])(
  'a file on a stick is not offered over what a person has %s meanwhile',
  async (what) => {
    const folder = temporaryFolder()
    for (const name of ['own', 'stick']) writeFileSync(join(folder, `${name}.kitchenpass`), '{}')
    const offered: string[] = []
    let isNew = true
    const search = Promise.withResolvers<string>()
    const files = new SetupFiles(createRecordingLog(), () => search.promise)
    const opened = files.opened({
      isNew: () => isNew,
      offerProfile: ({ name }) => void offered.push(name),
    })
    if (what === 'opened') files.open(join(folder, 'own.kitchenpass'))
    else isNew = false
    search.resolve(join(folder, 'stick.kitchenpass'))
    await opened
    const expected = what === 'opened' ? ['own.kitchenpass'] : []
    await expect.poll(() => offered).toEqual(expected)
  },
)
