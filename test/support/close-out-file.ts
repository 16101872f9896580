import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { CloseOut } from '#contract/shifts/shifts.ts'
import { canonicalJson, noHash, sealOf, type SealKey } from '#domain/shifts/seal.ts'
import { openDatabase } from '#host/db/open.ts'
import { backupsOf, liveOf } from '#host/db/store-folder.ts'
import { backupName } from '#host/db/stored-backups.ts'
import { CloseOuts, sha256 } from '#host/shifts/close-outs.ts'
import { temporaryFolder } from './temporary.ts'

/** The fields of a close-out that its chain uses. */
const contentOf = (nth: number) =>
  ({
    shiftId: `shift-${String(nth)}`,
    storeId: 's',
    notes: `day ${String(nth)}`,
    corrects: null,
  }) as CloseOut

/** The path of the file of a store, in a folder that is made in a data folder. */
export function storeFile(dataDir: string, store = 'store-1'): string {
  const folder = join(dataDir, store)
  mkdirSync(folder, { recursive: true })
  return liveOf(folder)
}

/** Adds close-outs to a store's file as the app does. */
export function sealInto(file: string, count: number, key: SealKey | null = null): void {
  const db = openDatabase(file)
  const closeOuts = new CloseOuts(db, key)
  const before = closeOuts.head()?.number ?? 0
  for (let nth = before + 1; nth <= before + count; nth++)
    closeOuts.add(contentOf(nth), `tap-${String(nth)}`)
  db.close()
}

export function closeOutFile(count: number, key: SealKey | null = null): string {
  const file = storeFile(temporaryFolder())
  sealInto(file, count, key)
  return file
}

/** Reads the close-outs of a file that no process has open. */
export function readCloseOutsOf<Value>(file: string, read: (closeOuts: CloseOuts) => Value): Value {
  const db = openDatabase(file)
  try {
    return read(new CloseOuts(db))
  } finally {
    db.close()
  }
}

/** Adds close-outs as version 1 sealed them: only the content, without a key. */
export function sealAsVersion1(file: string, count: number): void {
  openDatabase(file).close()
  const db = new DatabaseSync(file)
  let previousHash = noHash
  for (let number = 1; number <= count; number++) {
    const content = { ...contentOf(number), version: 1, number, previousHash }
    previousHash = sha256(canonicalJson(content))
    const document = JSON.stringify({ ...content, hash: previousHash })
    db.prepare('INSERT INTO close_outs VALUES (?, ?, ?, NULL, ?)').run(
      number,
      content.shiftId,
      `tap-${String(number)}`,
      document,
    )
  }
  db.prepare('INSERT INTO close_out_head VALUES (1, ?, ?)').run(count, previousHash)
  db.close()
}

/** Opens a file as a person with a tool for SQLite does who has removed the protection of its rows. */
export function tamperWith(file: string, how: (db: DatabaseSync) => void): void {
  const db = new DatabaseSync(file)
  db.exec('DROP TRIGGER IF EXISTS close_outs_stay; DROP TRIGGER IF EXISTS close_outs_remain')
  how(db)
  db.close()
}

/**
 * Changes a close-out, and recalculates its seal, all later ones and the head. The chain alone then
 * looks intact.
 */
export function recompute(db: DatabaseSync, number: number, change: object): void {
  const rows = db
    .prepare('SELECT number, document FROM close_outs WHERE number >= ? ORDER BY number')
    .all(number)
  let previousHash: string | null = null
  for (const row of rows) {
    const document = JSON.parse(String(row['document'])) as Record<string, unknown>
    const changed: Record<string, unknown> =
      previousHash === null ? { ...document, ...change } : { ...document, previousHash }
    previousHash = sealOf(changed, sha256)
    db.prepare('UPDATE close_outs SET document = ? WHERE number = ?').run(
      JSON.stringify({ ...changed, hash: previousHash }),
      Number(row['number']),
    )
  }
  db.prepare('UPDATE close_out_head SET hash = ?').run(previousHash)
}

/** Copies a file to the folder of its backups; returns the name of the copy. */
export function backUp(file: string): string {
  const folder = backupsOf(file)
  mkdirSync(folder, { recursive: true })
  const name = backupName(1, Date.parse('2026-11-20T15:30:00.000Z'))
  copyFileSync(file, join(folder, name))
  return name
}

/** Writes a close-out as an export does; returns the path. */
export function exportCloseOut(file: string, number: number): string {
  const path = join(temporaryFolder(), `close-out-${String(number)}.json`)
  const closeOut = readCloseOutsOf(file, (all) => ({ ...all.get(number), head: all.head() }))
  writeFileSync(path, JSON.stringify(closeOut, null, 2))
  return path
}
