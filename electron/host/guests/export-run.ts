import { existsSync } from 'node:fs'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { LoyaltyClientRow } from '#domain/guests/guest.ts'
import { exportedLoyaltyClients } from '#platform/lists.ts'
import { listLoyaltyClients } from '#platform/loyalty.ts'
import { isLink, makeFolder } from '../db/files.ts'
import type { JobReport, JobRun } from '../jobs/jobs.ts'
import { tableHead, type Cell } from '../table.ts'
import { worker } from '../worker/worker.ts'

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

export const clientTableHead = (): string => tableHead(columns)

/** Clients as lines of a table. */
export const clientCells = (clients: readonly LoyaltyClientRow[]): Cell[][] =>
  clients.map((client) => columns.map((name) => client[name] ?? null))

/** How far the file is written, flushed to disk. */
export interface Written {
  /** The id of the last written client; null at the beginning and at the end. */
  cursor: string | null
  /** The length of the file at `cursor`; anything after it is written again. */
  bytes: number
  isWhole: boolean
}

/**
 * The interval of flushes and progress reports (ms). A crash loses at most this much work, and
 * requests don't wait for the disk.
 */
const reportEvery = 1_000

/**
 * Fetches clients from the cursor of `written` on and appends them to the file, until there are no
 * more or the signal aborts. Everything that it reports is already on disk and in `written`.
 * Rejects with the system's error or with FileIsShort.
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
    let wasReported = written.bytes > 0
    let reportedAt = -Infinity

    async function report(isWhole = false): Promise<JobReport> {
      Object.assign(written, { cursor, bytes: await file.flush(), isWhole })
      wasReported = true
      reportedAt = now()
      return { progress: { pages, items, leftOut }, complete: isWhole || null }
    }

    if (written.bytes === 0) await file.append(clientTableHead())
    const start = cursor === null ? null : { cursor }
    for await (const step of exportedLoyaltyClients(connection, { start, signal })) {
      if (signal.aborted) break
      if (!step.ok) {
        if (!wasReported) yield await report()
        yield { failure: step.failure }
        return
      }
      // The next page is requested already, so the platform works while the file is written.
      await file.append(await worker.run('tableLines', clientCells(step.value)))
      cursor = step.resume?.cursor ?? null
      pages += 1
      items += step.value.length
      leftOut += step.leftOut
      wasReported = false
      const isLast = step.resume === null
      if (isLast || now() - reportedAt >= reportEvery) yield await report(isLast)
    }
    if (!wasReported) yield await report()
  } finally {
    await file.close()
  }
}

/**
 * The file is shorter than the stored length, because another program changed it. The missing part
 * can't be fetched again.
 */
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
 * Opens a file for appending. It continues at `bytes` and cuts off the rest, because only a length
 * that was stored counts; 0 starts a new file. Only this system's user may read it, because it
 * contains personal data.
 */
async function openExportFile(path: string, bytes: number) {
  if (bytes === 0) {
    makeFolder(dirname(path))
    // What had the name may be a link.
    if (existsSync(path) || isLink(path)) await unlink(path)
  }
  const handle = await open(path, bytes === 0 ? 'wx' : 'r+', 0o600)
  let length = bytes
  try {
    if ((await handle.stat()).size < bytes) throw new FileIsShort()
    await handle.truncate(bytes)
  } catch (cause) {
    await handle.close()
    throw cause
  }
  return {
    async append(text: string): Promise<void> {
      const part = Buffer.from(text, 'utf8')
      await writeAll(handle, part, length)
      length += part.length
    },
    async flush(): Promise<number> {
      await handle.datasync()
      return length
    },
    close: () => handle.close(),
  }
}
