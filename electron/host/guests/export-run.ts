import { mkdirSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LoyaltyClientRow } from '#domain/guests/guest.ts'
import { exportedLoyaltyClients } from '#platform/lists.ts'
import { listLoyaltyClients } from '#platform/loyalty.ts'
import type { JobReport, JobRun } from '../jobs/jobs.ts'
import { tableHead, tableLines } from '../table.ts'

const columns = [
  '_id',
  'name',
  'email',
  'phone',
  'firstLogin',
  'lastLogin',
  'firstOrder',
  'lastOrder',
  'ordersCount',
  'pointsBalance',
  'marketingEmailEnabled',
] as const

/** The line that names the columns. */
export const clientTableHead = (): string => tableHead(columns)

/** Clients as lines; what a spreadsheet would take for a formula is escaped. */
export const clientTableLines = (clients: readonly LoyaltyClientRow[]): string =>
  tableLines(clients.map((client) => columns.map((name) => client[name] ?? null)))

/** How far a file is written, all of it on the disk. */
export interface Written {
  /** After whom to go on; null at the beginning, and at the end. */
  cursor: string | null
  /** The file's length that belongs to `cursor`: what is behind it is written again. */
  bytes: number
  /** Nothing follows. */
  isWhole: boolean
}

/** So often what is written is flushed and reported (ms): a crash costs little more, and no answer waits for the disk. */
const reportEvery = 1_000

/** Lines made at a time: between them the next question leaves, whose turn the pace may have put off for a moment. */
const linesATurn = 100

async function linesOf(clients: readonly LoyaltyClientRow[]): Promise<string> {
  let lines = ''
  for (let at = 0; at < clients.length; at += linesATurn) {
    await nextTurn()
    lines += clientTableLines(clients.slice(at, at + linesATurn))
  }
  return lines
}

/**
 * Fetches clients from where `written` says, and writes them to the file, until there are no more or the signal aborts. What
 * it reports is on the disk, and `written` says so by then. Rejects with the system's error, or with FileIsShort.
 */
export async function* runExport(
  { connection, signal, job }: JobRun,
  path: string,
  written: Written,
  now: () => number,
): AsyncGenerator<JobReport, void> {
  if (written.isWhole) return
  const file = await openExportFile(path, written.bytes)
  try {
    if (job.totalItems === null) {
      const query = { page: 1, pageSize: 1 }
      const answer = await listLoyaltyClients(connection, { query }, { signal })
      if (answer.ok) yield { progress: { totalItems: answer.value.totalCount ?? null } }
    }
    let { cursor } = written
    let { pages, items, leftOut } = job
    let isReported = written.bytes > 0
    let reportedAt = -Infinity

    async function report(isWhole = false): Promise<JobReport> {
      Object.assign(written, { cursor, bytes: await file.flush(), isWhole })
      isReported = true
      reportedAt = now()
      return { progress: { pages, items, leftOut }, complete: isWhole || null }
    }

    if (written.bytes === 0) await file.append(clientTableHead())
    const start = cursor === null ? null : { cursor }
    for await (const step of exportedLoyaltyClients(connection, { start, signal })) {
      if (signal.aborted) break
      if (!step.ok) {
        if (!isReported) yield await report()
        yield { failure: step.failure }
        return
      }
      // The next one has been asked for: the platform works meanwhile.
      await file.append(await linesOf(step.value))
      cursor = step.resume?.cursor ?? null
      pages += 1
      items += step.value.length
      leftOut += step.leftOut
      isReported = false
      const isLast = step.resume === null
      if (isLast || now() - reportedAt >= reportEvery) yield await report(isLast)
    }
    if (!isReported) yield await report()
  } finally {
    await file.close()
  }
}

/** The file is shorter than what was kept of it: somebody has changed it, and what is missing cannot be had again. */
class FileIsShort extends Error {
  override name = 'FileIsShort'
  readonly code = 'file-is-short'
}

async function writeAll(handle: FileHandle, bytes: Buffer, at: number): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await handle.write(
      bytes,
      written,
      bytes.length - written,
      at + written,
    )
    written += bytesWritten
  }
}

/**
 * Opens a file that is written part by part, where what is written counts only once somebody has kept its length. It goes on
 * at `bytes`; what is behind them is cut off, and 0 begins it anew. For this system's user alone: it holds people's data.
 */
async function openExportFile(path: string, bytes: number) {
  if (bytes === 0) mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await open(path, bytes === 0 ? 'w' : 'r+', 0o600)
  let length = bytes
  try {
    if ((await handle.stat()).size < bytes) throw new FileIsShort()
    await handle.truncate(bytes)
  } catch (cause) {
    await handle.close()
    throw cause
  }
  return {
    /** Writes where the file ends. */
    async append(text: string): Promise<void> {
      const part = Buffer.from(text, 'utf8')
      await writeAll(handle, part, length)
      length += part.length
    },
    /** Answers the file's length once all of it is on the disk. */
    async flush(): Promise<number> {
      await handle.datasync()
      return length
    },
    close: () => handle.close(),
  }
}
