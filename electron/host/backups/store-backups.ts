import { z } from 'zod'
import type { RestorePreview, RestoreTest } from '#contract/backups/backups.ts'
import type { Caller } from '#contract/shared/caller.ts'
import type { Output } from '#contract/index.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { BackupStatus } from '#contract/status/status.ts'
import type { PreparedRestore } from '../db/replace.ts'
import { quarantineOf, removeScratch } from '../db/store-folder.ts'
import type { StoredValue } from '../db/values.ts'
import type { Parsed } from '../dispatch.ts'
import { logThrown } from '../core/log.ts'
import type { Context } from '../noun.ts'
import { screens } from '../screens/screens.ts'
import { BackupChecks } from './backup-checks.ts'
import { BackupSchedule } from './backup-schedule.ts'
import { RestoreWork } from './restore-work.ts'
import { TestSchedule } from './test-schedule.ts'

const testSchema = z.object({
  at: z.string(),
  backupAt: z.string(),
  tickets: z.number().nullable(),
  fault: z.enum(['not-restored', 'counts']).nullable(),
}) satisfies z.ZodType<RestoreTest>

/** The backups of a store: the list of them, the way back to one, and the test that it works. */
export class StoreBackups {
  readonly #folder: string
  readonly #schedule: BackupSchedule
  readonly #checks: BackupChecks
  readonly #tests: TestSchedule
  readonly #context: Context
  readonly #restores: RestoreWork
  readonly #stored: StoredValue<RestoreTest>
  #test: RestoreTest | null
  #last: Promise<unknown> = Promise.resolve()
  #isStopped = false

  constructor(context: Context, backedUp: NonNullable<Context['backedUp']>) {
    const { archive, db, clock, log, values } = context
    this.#context = context
    this.#folder = backedUp.folder
    this.#schedule = new BackupSchedule({
      ...{ db, archive, ...backedUp, clock, log },
      onStatus: () => this.#statusChanged(),
    })
    this.#restores = new RestoreWork(context, backedUp)
    this.#checks = new BackupChecks(
      this.#folder,
      (run) => this.#inTurn(run),
      () => this.#changed(),
      log,
    )
    this.#stored = values('backups.test', testSchema)
    this.#test = this.#stored.read()
    this.#tests = new TestSchedule(context, {
      lastTest: () => this.#test,
      run: () => this.#testQuietly(),
    })
  }

  get status(): BackupStatus {
    const { status } = this.#schedule
    const test = this.#test
    return test === null || test.fault === null ? status : { ...status, testFailedAt: test.at }
  }

  // Operations

  list(): Result<Output<'backups.list'>> {
    return ok({
      folder: this.#folder,
      backups: this.#checks.list(),
      nextAt: new Date(this.#schedule.nextAt).toISOString(),
      status: this.#schedule.status,
      test: this.#test,
    })
  }

  create(): Promise<Result<'made' | 'unchanged'>> {
    return this.#inTurn(async () => {
      if (this.#schedule.isCurrent) return ok('unchanged')
      await this.#schedule.make()
      return this.#schedule.status.failing ? fail('storage') : ok('made')
    })
  }

  preview({ backupId }: Parsed<'backups.preview'>): Promise<Result<RestorePreview>> {
    return this.#inTurn(() => this.#restores.preview(backupId))
  }

  async restore(
    { backupId, pin }: Parsed<'backups.restore'>,
    { screen }: Caller,
  ): Promise<Result<null>> {
    const signed = await this.#context.use(screens).sign(pin, screen)
    return signed.ok ? this.#inTurn(() => this.#restores.restore(backupId)) : signed
  }

  /** Tests the newest backup; null without one. */
  async test(): Promise<Result<RestoreTest | null>> {
    const result = await this.#inTurn(async () => {
      await this.#schedule.make()
      return this.#isStopped ? ok(null) : this.#restores.test(this.#schedule.isCurrent)
    })
    if (!result.ok || result.value === null || this.#isStopped) return result
    this.#test = result.value
    this.#stored.write(result.value)
    this.#statusChanged()
    return result
  }

  // For nouns and the host

  /** Backs up what was committed since the last backup. Always resolves. */
  backUp(): Promise<void> {
    return this.#schedule.make()
  }

  /** Restores a backup to a folder; without an id the newest, made now if something has changed. */
  prepare(id: string | null, at: string) {
    return this.#inTurn(async () => {
      if (id === null) await this.#schedule.make()
      return this.#restores.prepare(id, at)
    })
  }

  /** Checks a database from elsewhere, in `next`. Throws if it can't be used; it is then deleted. */
  adopt(next: string, at: string) {
    return this.#inTurn(() => this.#restores.adopt(next, at))
  }

  replaceBy(prepared: PreparedRestore): Promise<Result<null>> {
    return this.#inTurn(() => this.#restores.replaceBy(prepared))
  }

  // Housekeeping

  beat(): void {
    void this.#schedule.catchUp()
    this.#tests.beat()
  }

  stop(): void {
    this.#isStopped = true
  }

  /** Deletes all copies, because guests' data must be deleted. */
  forget(): void {
    this.#schedule.forget()
    this.#forgetReplaced()
    this.#changed()
  }

  /**
   * Deletes damaged and replaced files. They stay while a damaged archive is copied out of one.
   */
  #forgetReplaced(): void {
    const { archive, backedUp, log } = this.#context
    if (archive.trouble !== null || backedUp === undefined) return
    try {
      removeScratch(quarantineOf(backedUp.path))
    } catch (cause) {
      logThrown(log, 'quarantine', cause)
    }
  }

  #testQuietly(): void {
    this.test().catch((cause: unknown) => {
      if (!this.#isStopped) logThrown(this.#context.log, 'backups.test', cause)
    })
  }

  #statusChanged(): void {
    this.#context.statusChanged()
    this.#changed()
  }

  #changed(): void {
    this.#context.notify({ type: 'backups.changed' })
  }

  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const done = this.#last.then(run)
    this.#last = done.catch(() => undefined)
    return done
  }
}
