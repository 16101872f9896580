import { z } from 'zod'
import { backupsContract, type RestoreTest } from '#contract/backups.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { BackupStatus } from '#contract/status/status.ts'
import type { HandlersOf } from '../dispatch.ts'
import { logThrown } from '../log.ts'
import { defineNoun, type Context } from '../noun.ts'
import { screens } from '../screens/screens.ts'
import { BackupChecks } from './backup-checks.ts'
import { BackupSchedule } from './backup-schedule.ts'
import type { PreparedRestore } from '../db/replace.ts'
import { quarantineOf, removeScratch } from '../db/store-folder.ts'
import { RestoreWork } from './restore-work.ts'
import { createTestSchedule } from './test-schedule.ts'

const testSchema = z.object({
  at: z.string(),
  backupAt: z.string(),
  tickets: z.number().nullable(),
  fault: z.enum(['not-restored', 'counts']).nullable(),
}) satisfies z.ZodType<RestoreTest>

/** The backups of a store: the list of them, the way back to one, and the test that it works. */
class StoreBackups {
  readonly folder: string
  readonly schedule: BackupSchedule
  readonly checks: BackupChecks
  readonly #context: Context
  readonly #restores: RestoreWork
  readonly #tested
  #test: RestoreTest | null
  #last: Promise<unknown> = Promise.resolve()
  isStopped = false

  constructor(context: Context, backedUp: NonNullable<Context['backedUp']>) {
    const { archive, db, clock, log, values } = context
    this.#context = context
    this.folder = backedUp.folder
    const onStatus = (): void => {
      context.statusChanged()
      this.#changed()
    }
    this.schedule = new BackupSchedule({ db, archive, ...backedUp, clock, log, onStatus })
    this.#restores = new RestoreWork(context, backedUp)
    this.checks = new BackupChecks(
      this.folder,
      (run) => this.#inTurn(run),
      () => this.#changed(),
      log,
    )
    this.#tested = values('backups.test', testSchema)
    this.#test = this.#tested.read()
  }

  /**
   * Deletes damaged and replaced files, because guests' data must be deleted. They stay while a
   * damaged archive is copied out of one.
   */
  forgetReplaced(): void {
    const { archive, backedUp, log } = this.#context
    if (archive.trouble !== null || backedUp === undefined) return
    try {
      removeScratch(quarantineOf(backedUp.path))
    } catch (cause) {
      logThrown(log, 'quarantine', cause)
    }
  }

  #changed(): void {
    this.#context.notify({ type: 'backups.changed' })
  }

  #inTurn<T>(run: () => Promise<T>): Promise<T> {
    const done = this.#last.then(run)
    this.#last = done.catch(() => undefined)
    return done
  }

  get lastTest(): RestoreTest | null {
    return this.#test
  }

  get status(): BackupStatus {
    const { status } = this.schedule
    const test = this.#test
    return test === null || test.fault === null ? status : { ...status, testFailedAt: test.at }
  }

  make(): Promise<Result<'made' | 'unchanged'>> {
    return this.#inTurn(async () => {
      if (this.schedule.isCurrent) return ok('unchanged')
      await this.schedule.make()
      return this.schedule.status.failing ? fail('storage') : ok('made')
    })
  }

  preview: HandlersOf<'backups'>['backups.preview'] = ({ backupId }) =>
    this.#inTurn(() => this.#restores.preview(backupId))

  restore: HandlersOf<'backups'>['backups.restore'] = async ({ backupId, pin }, { screen }) => {
    const signed = await this.#context.use(screens).sign(pin, screen)
    return signed.ok ? this.#inTurn(() => this.#restores.restore(backupId)) : signed
  }

  /** Restores a backup to a folder; without an id the newest, made now if something has changed. */
  prepare(id: string | null, at: string) {
    return this.#inTurn(async () => {
      if (id === null) await this.schedule.make()
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

  /** Tests the newest backup; null without one. */
  async test(): Promise<Result<RestoreTest | null>> {
    const result = await this.#inTurn(async () => {
      await this.schedule.make()
      return this.isStopped ? ok(null) : this.#restores.test(this.schedule.isCurrent)
    })
    if (!result.ok || result.value === null || this.isStopped) return result
    this.#test = result.value
    this.#tested.write(result.value)
    this.#context.statusChanged()
    this.#changed()
    return result
  }
}

/** What other nouns and the host may ask; `store` is null if no backups are made. */
interface BackupsApi {
  readonly status: BackupStatus | null
  readonly store: Pick<StoreBackups, 'prepare' | 'adopt' | 'replaceBy'> | null
  /** Backs up what was committed since the last backup. Always resolves. */
  backUp(): Promise<void>
}

/** The practice store starts anew each time. */
const withoutBackups: HandlersOf<'backups'> = {
  'backups.list': () => ok(null),
  'backups.make': () => fail('not-found'),
  'backups.preview': () => fail('not-found'),
  'backups.restore': () => fail('not-found'),
  'backups.test': () => ok(null),
}

/** The noun of backups. */
export const backups = defineNoun(backupsContract, {
  needs: [screens],
  create(context) {
    if (context.backedUp === undefined) {
      const api: BackupsApi = { status: null, store: null, backUp: () => Promise.resolve() }
      return { handlers: withoutBackups, api }
    }
    const store = new StoreBackups(context, context.backedUp)
    const { schedule, checks } = store
    const api: BackupsApi = {
      get status() {
        return store.status
      },
      store,
      backUp: () => schedule.make(),
    }
    const tests = createTestSchedule(context, {
      lastTest: () => store.lastTest,
      run() {
        store.test().catch((cause: unknown) => {
          if (!store.isStopped) logThrown(context.log, 'backups.test', cause)
        })
      },
    })
    return {
      handlers: {
        'backups.list': () =>
          ok({
            folder: store.folder,
            backups: checks.list(),
            nextAt: new Date(schedule.nextAt).toISOString(),
            status: schedule.status,
            test: store.lastTest,
          }),
        'backups.make': () => store.make(),
        'backups.preview': store.preview,
        'backups.restore': store.restore,
        'backups.test': () => store.test(),
      },
      api,
      listens: {
        'guests.forgotten'() {
          schedule.forget()
          store.forgetReplaced()
          context.notify({ type: 'backups.changed' })
        },
      },
      everyBeat() {
        void schedule.catchUp()
        tests.beat()
      },
      close() {
        store.isStopped = true
      },
    }
  },
})
