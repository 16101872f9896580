import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { trimQuarantine } from './quarantine.ts'

const dayMs = 24 * 3_600_000
const now = Date.parse('2026-11-23T12:00:00.000Z')

/**
 * A folder with a file of 1,000 bytes and earlier quarantined copies, given as age in days and size
 * in bytes.
 */
function withAside(aside: readonly (readonly [number, number])[]) {
  const dataDir = temporaryFolder()
  const path = join(dataDir, 'store.sqlite')
  writeFileSync(path, 'x'.repeat(1_000))
  const folder = join(dataDir, 'quarantine')
  mkdirSync(folder)
  for (const [days, bytes] of aside) {
    writeFileSync(join(folder, `${String(now - days * dayMs)}-store.sqlite`), 'x'.repeat(bytes))
    writeFileSync(join(folder, `${String(now - days * dayMs)}-store.sqlite-wal`), '')
  }
  writeFileSync(join(folder, '7-other.sqlite'), 'of another store')
  const left = () => {
    const names = readdirSync(folder).filter((name) => name.endsWith('-store.sqlite'))
    return names.map((name) => (now - Number.parseInt(name, 10)) / dayMs).toSorted((a, b) => a - b)
  }
  return { path, folder, left }
}

test.each([
  ['what is older than a month goes', [1, 29, 31], [1, 29], 10],
  ['the last one stays, whatever its age', [40, 50], [40], 10],
  ['together they have at most three times the bytes of the file', [1, 2, 3, 4], [1, 2, 3], 1_000],
  ['one that is larger than that stays while it is the last', [1, 2], [1], 9_000],
  ['what a clock dated in the future is no reason', [-5, 2], [-5, 2], 10],
])('%s', (_name, days, stored, bytes) => {
  const { path, folder, left } = withAside(days.map((each) => [each, bytes] as const))
  const log = createRecordingLog()
  trimQuarantine(path, now, log)
  expect(left()).toEqual(stored)
  expect(readdirSync(folder)).toHaveLength(2 * stored.length + 1)
  expect(log.text().includes('deleted from quarantine')).toBe(stored.length < days.length)
})
