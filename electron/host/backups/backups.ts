import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { z } from 'zod'
import {
  backupsContract,
  type BackupState,
  type RestorePreview,
  type RestoreTest,
  type StoreContents,
} from '#contract/backups.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { BackupStatus } from '#contract/status/status.ts'
import { removeDatabase } from '../db/files.ts'
import type { HandlersOf } from '../dispatch.ts'
import { fileCare } from '../file-care/file-care.ts'
import { logThrown } from '../log.ts'
import { defineNoun, type Context } from '../noun.ts'
import { hasRoom } from '../recovery/backup.ts'
import { countContents } from '../recovery/contents.ts'
import { checkBackups, prepareRestore, type PreparedRestore } from '../recovery/restore-backup.ts'
import { bytesOf, listBackups, type StoredBackup } from '../recovery/stored-backups.ts'
import { screens } from '../screens/screens.ts'
import { previewRestore } from './preview.ts'
import { testRestore } from './restore-test.ts'
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
}

/** The noun of backups: the list of them, the way back to one, and the test that it works. */
export const backups = defineNoun(backupsContract, {
  needs: [fileCare, screens],
  create(context) {
    const { backedUp, use, values, notify } = context
    const care = use(fileCare)
    const tested = values('backups.test', testSchema)
    let test = tested.read()

    const api: Backups = {
      get status() {
        const { backup } = care
        if (backup === null) return null
        return test === null || test.fault === null ? backup : { ...backup, testFailedAt: test.at }
      },
    }
    if (backedUp === undefined) return { handlers: withoutBackups, api }

    const work = createWork(context, backedUp)
    const checks = createChecks(backedUp.folder, work.inTurn, () => notify(changed))

    async function runTest(): Promise<RestoreTest | null> {
      const result = await work.test()
      if (result === null || work.isStopped) return result
      tested.write(result)
      test = result
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
        'backups.test': async () => ok(await runTest()),
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

/** What was found of each backup. Each is checked once after the start, because it reads all of it. */
function createChecks(
  folder: string,
  inTurn: <T>(run: () => Promise<T>) => Promise<T>,
  onEnd: () => void,
) {
  const states = new Map<string, BackupState>()
  let isRunning = false
  /** A changed file is another one. */
  const keyOf = ({ path }: StoredBackup): string => {
    const { size = 0, mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {}
    return [path, size, mtimeMs].join(' ')
  }

  async function check(): Promise<void> {
    for (const each of await checkBackups(folder)) states.set(keyOf(each), each.state)
    onEnd()
  }

  return {
    /** The newest first. What isn't checked yet is checked now. */
    list() {
      const listed = listBackups(folder).map((point) => ({
        id: basename(point.path),
        at: point.at,
        bytes: bytesOf([point.path]),
        state: states.get(keyOf(point)) ?? ('checking' as const),
      }))
      if (!isRunning && listed.some(({ state }) => state === 'checking')) {
        isRunning = true
        void inTurn(check)
          .catch(() => undefined)
          .finally(() => (isRunning = false))
      }
      return listed
    },
  }
}

/** What makes, restores and tests backups, one at a time. */
function createWork(
  { use, db, clock, log, replaceFile }: Context,
  { path, folder }: NonNullable<Context['backedUp']>,
) {
  const care = use(fileCare)
  /** Another file than the one that damage of the store would make. */
  const next = `${path}-restored`
  let last: Promise<unknown> = Promise.resolve()
  let isStopped = false
  // What a crash left.
  removeDatabase(next)

  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const done = last.then(run)
    last = done.catch(() => undefined)
    return done
  }

  const deps = () => ({ path, folder, next, tables: db.tables, now: clock.now(), log })
  const countNow = (): Partial<StoreContents> => countContents((sql) => db.get(sql))

  /** Restores a backup to a file of its own. */
  async function prepare(id: string): Promise<Result<[StoredBackup, PreparedRestore]>> {
    const point = listBackups(folder).find((each) => basename(each.path) === id)
    if (point === undefined) return fail('not-found')
    if (!hasRoom(folder, path)) return fail('storage', undefined, 'no-room')
    const prepared = await prepareRestore(point, deps())
    return prepared === null
      ? fail('unreadable', undefined, 'backup-damaged')
      : ok([point, prepared])
  }

  async function preview(id: string): Promise<Result<RestorePreview>> {
    const made = await prepare(id)
    if (!made.ok) return made
    const [point, prepared] = made.value
    try {
      return ok(previewRestore(db, prepared.path, point.at))
    } finally {
      prepared.discard()
    }
  }

  async function restore(id: string): Promise<Result<null>> {
    if (replaceFile === undefined) return fail('not-found')
    const made = await prepare(id)
    if (!made.ok) return made
    const [, prepared] = made.value
    try {
      await replaceFile(prepared)
      return ok(null)
    } catch (cause) {
      prepared.discard()
      log.error('backup not restored', { cause: String(cause) })
      return fail('storage', cause instanceof Error ? cause.message : String(cause))
    }
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
    'backups.preview': ({ backupId }) => inTurn(() => preview(backupId)),
    async 'backups.restore'({ backupId, pin }, { screen }) {
      const signed = await use(screens).sign(pin, screen)
      return signed.ok ? inTurn(() => restore(backupId)) : signed
    },
  }

  return {
    inTurn,
    handlers,
    /** Tests the newest backup; null without one. */
    test: () =>
      inTurn(async () => {
        await care.backUp()
        const [point] = listBackups(folder)
        if (isStopped || point === undefined || !hasRoom(folder, path)) return null
        return testRestore(point, point.commits === db.commits ? countNow() : null, deps())
      }),
    get isStopped() {
      return isStopped
    },
    stop() {
      isStopped = true
    },
  }
}
