import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { GuestExport } from '#contract/guests/guests.ts'
import { jobSchema, type Job } from '#contract/jobs/jobs.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { LoyaltyClientRow } from '#domain/guests/guest.ts'
import { isUnderWay } from '#domain/jobs/job.ts'
import type { Rows } from '../db/rows.ts'
import type { RowFormat } from '../db/table.ts'
import { jobs, type JobPlan, type JobReport, type JobRun, type JobsOf } from '../jobs/jobs.ts'
import type { Context, ExportedFile } from '../noun.ts'
import type { GuestDirectory } from './directory.ts'
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

type ExportRow = z.output<typeof exportRow>

export const exportRows: RowFormat<ExportRow> = {
  table: 'guest_exports',
  key: 'id',
  schema: exportRow,
  columns: ['id', 'export'],
  json: ['export'],
}

/** `path` is null if the file is in the app's own folder, for download by a browser. */
type FileState = Written & { path: string | null }

interface StartedExport {
  job: Job
  stored: FileState
}

const viewOf = ({ job, stored: { bytes, path } }: StartedExport): GuestExport => ({
  job,
  bytes,
  path,
})

const pathOf = ({ exportsDir }: Context, id: string, { path }: FileState): string =>
  path ?? join(exportsDir, `${id}.csv`)

/** How the export into a file runs. It survives a crash. */
class ExportPlan implements JobPlan {
  readonly waits = true
  readonly stays = true
  readonly #context: Context
  readonly #directory: GuestDirectory
  readonly #rows: Rows<ExportRow>
  readonly #file: FileState

  constructor(context: Context, directory: GuestDirectory, rows: Rows<ExportRow>, file: FileState) {
    this.#context = context
    this.#directory = directory
    this.#rows = rows
    this.#file = file
  }

  run(run: JobRun): AsyncIterable<JobReport> {
    const { clock } = this.#context
    const factsOf = ({ _id, phone = null, email = null }: LoyaltyClientRow) =>
      this.#directory.exported(_id, { phone, email })
    return runExport(run, this.#pathOf(run.job), this.#file, {
      clock,
      factsOf,
      others: () => this.#directory.exportedOthers(),
    })
  }

  save(job: Job): void {
    this.#context.db.run('DELETE FROM guest_exports WHERE id <> ?', job.id)
    this.#rows.put({ id: job.id, export: { job, ...this.#file } })
  }

  discard(job: Job): void {
    rmSync(this.#pathOf(job), { force: true })
  }

  #pathOf({ id }: Job): string {
    return pathOf(this.#context, id, this.#file)
  }
}

/** The exports of all clients. There is one at a time, and it survives a crash. */
export class GuestExports {
  readonly #context: Context
  readonly #directory: GuestDirectory
  readonly #rows: Rows<ExportRow>
  readonly #jobs: JobsOf<FileState>
  #latestId = ''

  constructor(context: Context, directory: GuestDirectory) {
    this.#context = context
    this.#directory = directory
    this.#rows = context.rows(exportRows)
    this.#jobs = context.use(jobs).of('guests.export')
  }

  get state(): GuestExport | null {
    const latest = this.#latest()
    return latest === null ? null : viewOf(latest)
  }

  /** When the latest export ended or was paused; null if there is none or it is running. */
  get restsSince(): string | null {
    const job = this.#latest()?.job ?? null
    return job === null || isUnderWay(job) ? null : (job.endedAt ?? job.startedAt)
  }

  /** Starts an export, which replaces the latest one. Fails with `too-late` while that one is running. */
  begin(path: string | null): Result<GuestExport> {
    const { connection, isChosen } = this.#context
    if (connection === null) return fail('unauthorised', undefined, 'no-token')
    const latest = this.#latest()
    if (latest !== null && isUnderWay(latest.job)) return fail('too-late')
    if (path !== null && isChosen?.(path) !== true) return fail('bad-input', 'path: was not chosen')
    if (latest !== null) {
      this.#removeOwnFile(latest)
      void this.#jobs.forget(this.#latestId)
    }
    const stored = { cursor: null, bytes: 0, isWhole: false, path }
    return ok(viewOf({ job: this.#start(stored), stored }))
  }

  /** The path and the valid length of an export's file that a browser may download. */
  file(id: string): ExportedFile | null {
    const started = this.#jobs.find(id)
    if (started === null || started.stored.path !== null || started.job.state === 'cancelled')
      return null
    return {
      path: pathOf(this.#context, id, started.stored),
      bytes: started.stored.bytes,
      name: 'guests.csv',
      type: 'text/csv; charset=utf-8',
    }
  }

  /** Deletes the latest export and its file in the app's own folder. Returns whether there was one. */
  async forget(): Promise<boolean> {
    const latest = this.#latest()
    if (latest === null) return false
    const { db } = this.#context
    const { id } = latest.job
    await this.#jobs.forget(id)
    this.#removeOwnFile(latest)
    db.transact(() => db.run('DELETE FROM guest_exports WHERE id = ?', id))
    return true
  }

  /** Continues an export that a crash or the end of the app interrupted. */
  resume(): void {
    const row = this.#rows.all()[0]
    if (row === undefined) return
    const { job, ...stored } = row.export
    this.#start(stored, job)
  }

  #latest(): StartedExport | null {
    return this.#jobs.find(this.#latestId)
  }

  #start(file: FileState, job?: Job): Job {
    const plan = new ExportPlan(this.#context, this.#directory, this.#rows, file)
    const started = this.#jobs.start(plan, file, job)
    this.#latestId = started.id
    return started
  }

  /** A file that a person chose is not ours to delete. */
  #removeOwnFile({ job, stored }: StartedExport): void {
    if (stored.path === null) rmSync(pathOf(this.#context, job.id, stored), { force: true })
  }
}
