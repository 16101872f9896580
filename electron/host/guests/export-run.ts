import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KeptExport } from '#domain/guests/export-state.ts'
import type { LoyaltyClientRow } from '#domain/guests/guest.ts'
import type { CallFailure } from '#platform/call/failure.ts'
import type { Connection } from '#platform/connection.ts'
import { exportedLoyaltyClients } from '#platform/lists.ts'
import { listLoyaltyClients } from '#platform/loyalty.ts'
import { tableHead, tableLines } from '../table.ts'
import { openExportFile, type ExportFile } from './export-file.ts'

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
export type Written = Pick<KeptExport, 'cursor' | 'bytes' | 'clients' | 'leftOut'>

/** Hears how far a run is. */
export interface RunListener {
  /** How many clients there are; null where the platform does not say. */
  counted(total: number | null): void
  /** To be kept together; with the last part, that it was the last: without a cursor all would begin anew. */
  wrote(written: Written, isLast: boolean): void
  /** The platform did not answer: the run ends. */
  failed(failure: CallFailure): void
}

interface Run {
  connection: Connection
  from: KeptExport
  path: string
  signal: AbortSignal
  /** Milliseconds that only go forward. */
  now(): number
}

/**
 * So often what is written is flushed and told (ms): a crash costs little more than that, and not each answer waits for the
 * disk.
 */
const keepEvery = 1_000

/**
 * Fetches clients from where an export was kept, and writes them to its file, until there are no more or the signal calls
 * it off. What was written is told however it ends, unless the disk or the listener is what ends it: the run rejects
 * with what they say.
 */
export async function runExport(run: Run, listener: RunListener): Promise<void> {
  const file = await openExportFile(run.path, run.from.bytes)
  try {
    if (run.from.total === null) await countClients(run, listener)
    await writeAll(run, file, listener)
  } finally {
    await file.close()
  }
}

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

async function countClients({ connection, signal }: Run, { counted }: RunListener): Promise<void> {
  const query = { page: 1, pageSize: 1 }
  const answer = await listLoyaltyClients(connection, { query }, { signal })
  if (answer.ok && !signal.aborted) counted(answer.value.totalCount ?? null)
}

async function writeAll(
  { connection, from, signal, now }: Run,
  file: ExportFile,
  { wrote, failed }: RunListener,
): Promise<void> {
  let { cursor, clients, leftOut } = from
  let isTold = true
  let toldAt = -Infinity

  async function settle(isLast = false): Promise<void> {
    if (isTold) return
    wrote({ cursor, bytes: await file.flush(), clients, leftOut }, isLast)
    isTold = true
    toldAt = now()
  }

  if (from.bytes === 0) {
    await file.append(clientTableHead())
    isTold = false
  }
  const start = cursor === null ? null : { cursor }
  for await (const step of exportedLoyaltyClients(connection, { start, signal })) {
    if (signal.aborted) break
    if (!step.ok) {
      await settle()
      failed(step.failure)
      return
    }
    // The next one has been asked for: the platform works meanwhile.
    await file.append(await linesOf(step.value))
    cursor = step.resume?.cursor ?? null
    clients += step.value.length
    leftOut += step.leftOut
    isTold = false
    if (step.resume === null || now() - toldAt >= keepEvery) await settle(step.resume === null)
  }
  await settle()
}
