import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { GuestExport } from '#contract/guests/guests.ts'
import { jobSchema, type Job } from '#contract/jobs.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { isUnderWay } from '#domain/jobs/job.ts'
import type { RowFormat } from '../db/table.ts'
import { jobs, type JobPlan } from '../jobs/jobs.ts'
import type { Context, ExportedFile } from '../noun.ts'
import { runExport, type Written } from './export-run.ts'

const exportRow = z.object({
  id: z.string(),
  export: z.object({
    job: jobSchema,
    cursor: z.string().nullable(),
    bytes: z.int().min(0),
    isWhole: z.boolean(),
    path: z.string().nullable(),
  }),
})

export const exportRows: RowFormat<z.output<typeof exportRow>> = {
  table: 'guest_exports',
  key: 'id',
  schema: exportRow,
  columns: ['id', 'export'],
  json: ['export'],
}

/** `path` is null if the file is in the app's own folder, for download by a browser. */
type ExportFile = Written & { path: string | null }

export type GuestExporting = ReturnType<typeof createGuestExporting>

/** The export of all clients. There is one at a time, and it survives a crash. */
export function createGuestExporting(context: Context) {
  const { db, clock, connection } = context
  const rows = context.rows(exportRows)
  const exports = context.use(jobs).of<ExportFile>('guests.export')
  let lastId = ''
  const last = () => exports.find(lastId)

  const pathOf = (id: string, { path }: ExportFile): string =>
    path ?? join(context.exportsDir, `${id}.csv`)

  const view = (job: Job, { bytes, path }: ExportFile): GuestExport => ({ job, bytes, path })

  const planOf = (file: ExportFile): JobPlan => ({
    waits: true,
    stays: true,
    run: (run) => runExport(run, pathOf(run.job.id, file), file, () => clock.monotonic()),
    keep(job) {
      db.run('DELETE FROM guest_exports WHERE id <> ?', job.id)
      rows.put({ id: job.id, export: { job, ...file } })
    },
    discard: ({ id }) => rmSync(pathOf(id, file), { force: true }),
  })

  /** A file that a person chose is not ours to delete. */
  function removeOwnFile({ job, stored }: { job: Job; stored: ExportFile }): void {
    if (stored.path === null) rmSync(pathOf(job.id, stored), { force: true })
  }

  return {
    get state(): GuestExport | null {
      const found = last()
      return found === null ? null : view(found.job, found.stored)
    },
    /** When the latest export ended or was paused; null if there is none or it is running. */
    get restsSince() {
      const job = last()?.job ?? null
      return job === null || isUnderWay(job) ? null : (job.endedAt ?? job.startedAt)
    },
    /** Starts an export, which replaces the latest one. Fails with `too-late` while that one is running. */
    begin(path: string | null): Result<GuestExport> {
      if (connection === null) return fail('unauthorised', undefined, 'no-token')
      const before = last()
      if (before !== null && isUnderWay(before.job)) return fail('too-late')
      if (path !== null && context.isChosen?.(path) !== true)
        return fail('bad-input', 'path: was not chosen')
      if (before !== null) {
        removeOwnFile(before)
        void exports.forget(lastId)
      }
      const file = { cursor: null, bytes: 0, isWhole: false, path }
      const job = exports.start(planOf(file), file)
      lastId = job.id
      return ok(view(job, file))
    },
    /** The path and the valid length of an export's file that a browser may download. */
    file(id: string): ExportedFile | null {
      const found = exports.find(id)
      if (found === null || found.stored.path !== null || found.job.state === 'cancelled')
        return null
      return {
        path: pathOf(id, found.stored),
        bytes: found.stored.bytes,
        name: 'guests.csv',
        type: 'text/csv; charset=utf-8',
      }
    },
    /** Deletes the latest export and its file in the app's own folder. Returns whether there was one. */
    async forget(): Promise<boolean> {
      const before = last()
      if (before === null) return false
      const { id } = before.job
      await exports.forget(id)
      removeOwnFile(before)
      db.transact(() => db.run('DELETE FROM guest_exports WHERE id = ?', id))
      return true
    },
    /** Continues an export that a crash or the end of the app interrupted. */
    start(): void {
      const row = rows.all()[0]
      if (row === undefined) return
      const { job, ...file } = row.export
      lastId = exports.start(planOf(file), file, job).id
    },
  }
}
