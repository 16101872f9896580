import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { damagePage } from '#test/support/damage-page.ts'
import { fullStore } from '#test/support/full-store.ts'
import { readFixture } from '#test/support/old-store.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { tables } from '../nouns.ts'
import { faultsOfFile } from './check-file.ts'

test('a flipped bit in a row of any table is found, and a sound file has no fault', async () => {
  const { bytes } = await fullStore()
  const path = join(temporaryFolder(), 'store-1.sqlite')
  writeFileSync(path, bytes)
  expect(faultsOfFile(path, tables)).toEqual([])
  // Text that occurs in one kind of row, and where a flipped bit is still text.
  for (const [table, text] of [
    ['ingredients', 'Palta'],
    ['reservations', 'Amparo'],
    ['settings', 'undoSeconds'],
  ] as const) {
    const flipped = Buffer.from(bytes)
    let at = -1
    for (at = flipped.indexOf(text); at >= 0; at = flipped.indexOf(text, at + 1))
      flipped[at + 1] = (flipped[at + 1] ?? 0) ^ 1
    writeFileSync(path, flipped)
    expect(faultsOfFile(path, tables), table).toContain(`${table}: a row is not what was written`)
  }
  writeFileSync(path, bytes)
  damagePage(path, 'tickets')
  expect(faultsOfFile(path, tables)).not.toEqual([])
  expect(readFileSync(path)).not.toEqual(bytes)
})

test.for(['store-0.1.0', 'store-before-deliveries-tickets', 'store-before-drafts'])(
  'a file of an older version has no fault either: %s',
  (name) => {
    const path = join(temporaryFolder(), 'store-1.sqlite')
    writeFileSync(path, readFixture(name))
    expect(faultsOfFile(path, tables)).toEqual([])
  },
)
