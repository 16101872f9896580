import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '#host/db/open.ts'
import { liveOf } from '#host/db/store-folder.ts'
import { temporaryFolder } from './temporary.ts'

/**
 * The bytes of a new store's file: its tables are made once for all tests of a process.
 */
const template = newFile()

function newFile(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
  const path = liveOf(folder)
  try {
    openDatabase(path).close()
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The path of a new store's file in a data folder of its own, which is deleted after the test. */
export function newDatabase(): string {
  const folder = join(temporaryFolder(), 'store-1')
  mkdirSync(folder)
  writeFileSync(liveOf(folder), template, { mode: 0o600 })
  return liveOf(folder)
}
