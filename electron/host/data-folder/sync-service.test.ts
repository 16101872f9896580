import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/support/temporary.ts'
import { syncServiceAt, syncServiceOf } from './sync-service.ts'

test.each([
  ['C:\\Users\\Ana\\OneDrive\\kitchen', 'OneDrive'],
  ['C:\\Users\\Ana\\OneDrive - La Cocina SpA\\data', 'OneDrive'],
  ['/Users/ana/Library/CloudStorage/OneDrive-Personal/data', 'OneDrive'],
  ['/home/ana/Dropbox/data', 'Dropbox'],
  ['C:\\Users\\Ana\\Dropbox (La Cocina)\\data', 'Dropbox'],
  ['/Users/ana/Library/Mobile Documents/com~apple~CloudDocs/data', 'iCloud Drive'],
  ['C:\\Users\\Ana\\iCloudDrive\\data', 'iCloud Drive'],
  ['/Users/ana/Library/CloudStorage/GoogleDrive-ana@example.com/My Drive', 'Google Drive'],
  ['G:\\My Drive\\data', 'Google Drive'],
  ['/var/lib/kitchen-pass', null],
  ['/home/ana/dropbox-notes/onedriver/data', null],
])('%s is in the folder of %s', (path, service) => {
  expect(syncServiceOf(path)).toBe(service)
})

test('a link to such a folder is one, too', () => {
  const [folder, link] = [join(temporaryFolder(), 'Dropbox/data'), join(temporaryFolder(), 'data')]
  mkdirSync(folder, { recursive: true })
  symlinkSync(folder, link)
  expect(syncServiceAt(link)).toBe('Dropbox')
})
