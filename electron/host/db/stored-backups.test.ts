import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#test/support/temporary.ts'
import { backupName, listBackups, outdated, type StoredBackup } from './stored-backups.ts'

/** Backups with the newest first, each at an ISO instant without seconds. */
const backupsAt = (...times: string[]): StoredBackup[] =>
  times.map((time, nth) => ({ path: time, number: times.length - nth, at: `${time}:00.000Z` }))

test('the last four are kept, and the newest of each of the last seven days', () => {
  const days = ['30', '29', '28', '27', '26', '25', '24', '23', '22']
  const backups = backupsAt(
    ...days.flatMap((day) => ['20', '16', '12'].map((hour) => `2026-11-${day}T${hour}:00`)),
  )
  const gone = new Set(outdated(backups).map(({ path }) => path))
  expect(backups.map(({ path }) => path).filter((path) => !gone.has(path))).toEqual([
    '2026-11-30T20:00',
    '2026-11-30T16:00',
    '2026-11-30T12:00',
    '2026-11-29T20:00',
    '2026-11-28T20:00',
    '2026-11-27T20:00',
    '2026-11-26T20:00',
    '2026-11-25T20:00',
    '2026-11-24T20:00',
  ])
})

test('a clock that was years ahead for a day drops no newer backup', () => {
  const backups = backupsAt('2026-11-30T20:00', '2031-01-01T09:00', '2026-11-30T19:00')
  expect(outdated(backups)).toEqual([])
})

test('they are listed by their number, newest first; other files are not backups', () => {
  const folder = join(temporaryFolder(), 'backups')
  expect(listBackups(folder)).toEqual([])
  mkdirSync(folder)
  const names = [
    backupName(9, Date.parse('2026-11-30T20:15:30.500Z')),
    backupName(10, Date.parse('1970-01-01T00:00:00Z')),
    `${backupName(11, 0)}.new`,
    'notes.txt',
  ]
  for (const name of names) writeFileSync(join(folder, name), '')
  expect(listBackups(folder).map(({ number, at }) => [number, at])).toEqual([
    [10, '1970-01-01T00:00:00.000Z'],
    [9, '2026-11-30T20:15:30.000Z'],
  ])
})
