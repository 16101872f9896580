import { z } from 'zod'
import { backupsContract, type RestoreTest } from '#contract/backups.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { BackupStatus } from '#contract/status/status.ts'
import type { HandlersOf } from '../dispatch.ts'
import { fileCare } from '../file-care/file-care.ts'
import { logThrown } from '../log.ts'
import { defineNoun, type Context } from '../noun.ts'
import type { PreparedRestore } from '../recovery/restore-backup.ts'
import { listBackups } from '../recovery/stored-backups.ts'
import { screens } from '../screens/screens.ts'
import { createChecks } from './checks.ts'
import { createRestores } from './restore.ts'
import { createTestSchedule } from './test-schedule.ts'

const changed = { type: 'backups.changed' } as const

const testSchema = z.object({
  at: z.string(),
  backupAt: z.string(),
  tickets: z.number().nullable(),
  fault: z.enum(['not-restored', 'rows', 'counts']).nullable(),
}) satisfies z.ZodType<RestoreTest>

interface Backups {
  /** Null if no backups are made. */
  readonly status: BackupStatus | null
  /** Restores backups for other nouns; null if no backups are made. */
  readonly restores: Pick<ReturnType<typeof createWork>, 'prepare' | 'adopt' | 'replaceBy'> | null
}

/** The noun of backups: the list of them, the way back to one, and the test that it works. */
export const backups = defineNoun(backupsContract, {
  needs: [fileCare, screens],
  create(context) {
    const { backedUp, use, values, notify } = context
    const care = use(fileCare)
    const tested = values('backups.test', testSchema)
    let test = tested.read()

    const restores = backedUp === undefined ? null : createWork(context, backedUp)
    const api: Backups = {
      get status() {
        const { backup } = care
        if (backup === null) return null
        return test === null || test.fault === null ? backup : { ...backup, testFailedAt: test.at }
      },
      restores,
    }
    if (backedUp === undefined || restores === null) return { handlers: withoutBackups, api }

    const work = restores
    const checks = createChecks(backedUp.folder, work.inTurn, () => notify(changed), context.log)

    async function runTest(): Promise<Result<RestoreTest | null>> {
      const result = await work.test()
      if (!result.ok || result.value === null || work.isStopped) return result
      tested.write(result.value)
      test = result.value
      context.statusChanged()
      notify(changed)
      return result
    }

    const schedule = createTestSchedule(context, {
      lastTest: () => test,
      run() {
        runTest().catch((cause: unknown) => {
          if (!work.isStopped) logThrown(context.log, 'backups.test', cause)
        })
      },
    })

    return {
      handlers: {
        'backups.list': () =>
          ok({
            folder: backedUp.folder,
            backups: checks.list(),
            nextAt: new Date(care.nextBackupAt).toISOString(),
            status: care.backup ?? { lastAt: null, failing: false },
            test,
          }),
        ...work.handlers,
        'backups.test': runTest,
      },
      api,
      listens: {
        'backup.made': () => notify(changed),
        'guests.forgotten': () => notify(changed),
      },
      everyBeat: schedule.beat,
      close: work.stop,
    }
  },
})

/** The practice store starts anew each time. */
const withoutBackups: HandlersOf<'backups'> = {
  'backups.list': () => ok(null),
  'backups.make': () => fail('not-found'),
  'backups.preview': () => fail('not-found'),
  'backups.restore': () => fail('not-found'),
  'backups.test': () => ok(null),
}

/** What makes, restores and tests backups, one at a time. */
function createWork(context: Context, backedUp: NonNullable<Context['backedUp']>) {
  const { use } = context
  const { folder } = backedUp
  const care = use(fileCare)
  const restores = createRestores(context, backedUp)
  let last: Promise<unknown> = Promise.resolve()
  let isStopped = false

  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const done = last.then(run)
    last = done.catch(() => undefined)
    return done
  }

  async function make(): Promise<Result<'made' | 'unchanged' | 'later'>> {
    if (care.isBackedUp) return ok('unchanged')
    const [before] = listBackups(folder)
    await care.backUp()
    const [newest] = listBackups(folder)
    if (care.backup?.failing === true) return fail('storage')
    return ok(newest?.path === before?.path ? 'later' : 'made')
  }

  const handlers: Omit<HandlersOf<'backups'>, 'backups.list' | 'backups.test'> = {
    'backups.make': () => inTurn(make),
    'backups.preview': ({ backupId }) => inTurn(() => restores.preview(backupId)),
    async 'backups.restore'({ backupId, pin }, { screen }) {
      const signed = await use(screens).sign(pin, screen)
      return signed.ok ? inTurn(() => restores.restore(backupId)) : signed
    },
  }

  return {
    inTurn,
    handlers,
    /** Restores a backup to a file; without an id the newest, made now if something has changed. */
    prepare: (id: string | null, at: string) =>
      inTurn(async () => {
        if (id === null) await care.backUp()
        return restores.prepare(id, at)
      }),
    /** Throws if the database can't be used; it is then deleted. */
    adopt: (at: string, point: { at: string; commits: number }) =>
      inTurn(() => restores.adopt(at, point)),
    replaceBy: (prepared: PreparedRestore) => inTurn(() => restores.replaceBy(prepared)),
    /** Tests the newest backup; null without one. */
    test: () =>
      inTurn(async () => {
        await care.backUp()
        return isStopped ? ok(null) : restores.test()
      }),
    get isStopped() {
      return isStopped
    },
    stop() {
      isStopped = true
    },
  }
}
