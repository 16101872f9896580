import { existsSync } from 'node:fs'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { JobProgress } from '#contract/jobs/jobs.ts'
import type { LoyaltyClientRow } from '#domain/guests/guest.ts'
import { exportedLoyaltyClients } from '#platform/lists.ts'
import { listLoyaltyClients } from '#platform/loyalty.ts'
import type { Clock } from '../clock/clock.ts'
import { isLink, makeFolder } from '../db/files.ts'
import type { JobReport, JobRun } from '../jobs/jobs.ts'
import { tableHead, type Cell } from '../core/table.ts'
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

/** What is only known here. */
const columnsHere = ['tags', 'notes', 'visits', 'noShows'] as const
export type KnownHere = Record<(typeof columnsHere)[number], Cell>

export const clientTableHead = (): string => tableHead([...columns, ...columnsHere])

/** A client as a line of a table. */
export const clientCells = (client: LoyaltyClientRow, here: KnownHere): Cell[] => [
  ...columns.map((name) => client[name] ?? null),
  ...columnsHere.map((name) => here[name]),
]

/** What the export needs of this store. */
export interface ExportParts {
  clock: Pick<Clock, 'monotonic'>
  factsOf(client: LoyaltyClientRow): KnownHere
  /** Guests who are not in the points program, of whom something is noted. */
  others(): { client: LoyaltyClientRow; here: KnownHere }[]
}

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
  run: JobRun,
  path: string,
  written: Written,
  parts: ExportParts,
): AsyncGenerator<JobReport, void> {
  if (written.isWhole) return
  const file = await openExportFile(path, written.bytes)
  try {
    yield* new ExportRun(run, file, written, parts).reports()
  } finally {
    await file.close()
  }
}

class ExportRun {
  readonly #run: JobRun
  readonly #file: ExportFile
  readonly #written: Written
  readonly #parts: ExportParts
  #cursor: string | null
  #counts: Pick<JobProgress, 'pages' | 'items' | 'leftOut'>
  #isReported: boolean
  #reportedAt = -Infinity

  constructor(run: JobRun, file: ExportFile, written: Written, parts: ExportParts) {
    this.#run = run
    this.#file = file
    this.#written = written
    this.#parts = parts
    this.#cursor = written.cursor
    const { pages, items, leftOut } = run.job
    this.#counts = { pages, items, leftOut }
    this.#isReported = written.bytes > 0
  }

  async *reports(): AsyncGenerator<JobReport, void> {
    const { connection, signal, job } = this.#run
    if (job.totalItems === null) yield* this.#countClients()
    if (this.#written.bytes === 0) await this.#file.append(clientTableHead())
    const start = this.#cursor === null ? null : { cursor: this.#cursor }
    for await (const step of exportedLoyaltyClients(connection, { start, signal })) {
      if (signal.aborted) break
      if (!step.ok) {
        if (!this.#isReported) yield await this.#report()
        yield { failure: step.failure }
        return
      }
      await this.#append(step.value, step.leftOut)
      this.#cursor = step.resume?.cursor ?? null
      const isLast = step.resume === null
      if (isLast) await this.#appendOthers()
      if (isLast || this.#parts.clock.monotonic() - this.#reportedAt >= reportEvery)
        yield await this.#report(isLast)
    }
    if (!this.#isReported) yield await this.#report()
  }

  async *#countClients(): AsyncGenerator<JobReport, void> {
    const { connection, signal } = this.#run
    const query = { page: 1, pageSize: 1 }
    const answer = await listLoyaltyClients(connection, { query }, { signal })
    if (answer.ok) yield { progress: { totalItems: answer.value.totalCount ?? null } }
  }

  async #append(clients: readonly LoyaltyClientRow[], leftOut: number): Promise<void> {
    // The next page is requested already, so the platform works while the file is written.
    await this.#file.append(await this.#linesOf(clients))
    const counts = this.#counts
    this.#counts = {
      pages: counts.pages + 1,
      items: counts.items + clients.length,
      leftOut: counts.leftOut + leftOut,
    }
    this.#isReported = false
  }

  #linesOf(clients: readonly LoyaltyClientRow[]): Promise<string> {
    const cells = clients.map((client) => clientCells(client, this.#parts.factsOf(client)))
    return worker.run('tableLines', cells)
  }

  async #appendOthers(): Promise<void> {
    const cells = this.#parts.others().map(({ client, here }) => clientCells(client, here))
    await this.#file.append(await worker.run('tableLines', cells))
  }

  async #report(isWhole = false): Promise<JobReport> {
    const bytes = await this.#file.flush()
    Object.assign(this.#written, { cursor: this.#cursor, bytes, isWhole })
    this.#isReported = true
    this.#reportedAt = this.#parts.clock.monotonic()
    return { progress: this.#counts, complete: isWhole || null }
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

/** A file that is only appended to. `length` is what is valid of it. */
class ExportFile {
  readonly #handle: FileHandle
  #length: number

  constructor(handle: FileHandle, length: number) {
    this.#handle = handle
    this.#length = length
  }

  async append(text: string): Promise<void> {
    const bytes = Buffer.from(text, 'utf8')
    await writeAll(this.#handle, bytes, this.#length)
    this.#length += bytes.length
  }

  /** Returns the length that is on disk. */
  async flush(): Promise<number> {
    await this.#handle.datasync()
    return this.#length
  }

  close(): Promise<void> {
    return this.#handle.close()
  }
}

/**
 * Opens a file for appending. It continues at `bytes` and cuts off the rest, because only a length
 * that was stored counts; 0 starts a new file. Only this system's user may read it, because it
 * contains personal data.
 */
async function openExportFile(path: string, bytes: number): Promise<ExportFile> {
  if (bytes === 0) {
    makeFolder(dirname(path))
    // What had the name may be a link.
    if (existsSync(path) || isLink(path)) await unlink(path)
  }
  const handle = await open(path, bytes === 0 ? 'wx' : 'r+', 0o600)
  try {
    if ((await handle.stat()).size < bytes) throw new FileIsShort()
    await handle.truncate(bytes)
  } catch (cause) {
    await handle.close()
    throw cause
  }
  return new ExportFile(handle, bytes)
}
