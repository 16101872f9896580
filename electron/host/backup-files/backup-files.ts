import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backupFileEnd, backupFileName } from '#contract/backup-file-limits.ts'
import { backupFilesContract } from '#contract/backup-files.ts'
import { fail, ok } from '#contract/result.ts'
import { backups } from '../backups/backups.ts'
import { store } from '../connection/connection.ts'
import type { HandlersOf } from '../dispatch.ts'
import { removeScratch } from '../db/store-folder.ts'
import { defineNoun, type ExportedFile } from '../noun.ts'
import { screens } from '../screens/screens.ts'
import { createCurrentWork } from './current-work.ts'
import { createExporting } from './exporting.ts'
import { createImporting } from './importing.ts'

interface BackupFiles {
  /** The finished export that a browser may download; null if there is none with this id. */
  exportFile(id: string): ExportedFile | null
}

/** Deletes what a crash left. */
function removeLeftovers(exportsDir: string, scratches: readonly string[]): void {
  scratches.forEach(removeScratch)
  if (!existsSync(exportsDir)) return
  for (const name of readdirSync(exportsDir))
    if (/\.(?:upload|kpbackup(?:\.part)?)$/.test(name))
      rmSync(join(exportsDir, name), { force: true })
}

/** The noun of backup files: encrypted backups that leave this computer, and come back. */
export const backupFiles = defineNoun(backupFilesContract, {
  needs: [backups, screens, store],
  create(context) {
    const { backedUp, clock, exportsDir, isChosen, networkScreens, use } = context
    const { store: stored } = use(backups)
    if (backedUp === undefined || stored === null)
      return { handlers: ofPractice, api: { exportFile: () => null } }

    const current = createCurrentWork(context)
    const exporting = createExporting(context, backedUp.path)
    const importing = createImporting(context, backedUp.path, current)
    removeLeftovers(exportsDir, [exporting.restoredTo, importing.restoredTo])

    const api: BackupFiles = {
      exportFile(id) {
        const work = current.find(id)
        const exported = work?.view.exported ?? null
        if (work === null || exported?.path !== null) return null
        return {
          path: join(exportsDir, id + backupFileEnd),
          bytes: exported.bytes,
          name: backupFileName(use(store).store?.name ?? null, clock.now(), context.timeZone()),
          type: 'application/octet-stream',
          // It is given once.
          onSent() {
            exporting.given(id)
            if (current.find(id) !== null) void current.putAway()
          },
        }
      },
    }

    return {
      handlers: {
        'backupFiles.read': () => ok(current.work?.view ?? null),
        async 'backupFiles.export'(asked) {
          if (asked.path !== null && isChosen?.(asked.path) !== true)
            return fail('bad-input', 'path: was not chosen')
          if (asked.handOver === true && asked.backupId !== null)
            return fail('bad-input', 'backupId: a hand-over has the newest state')
          const work = await current.begin('export')
          if (work === null) return fail('too-late')
          exporting.start(work, asked)
          return ok({ workId: work.view.id })
        },
        'backupFiles.takeBack': () => (context.storeMove.takeBack() ? ok(null) : fail('too-late')),
        'backupFiles.receive': ({ bytes }) => importing.receive(bytes),
        'backupFiles.part': ({ workId, at, part }) => importing.take(workId, at, part),
        'backupFiles.open': ({ workId, passphrase }) => importing.open(workId, passphrase),
        async 'backupFiles.restore'({ workId, pin }, { screen }) {
          if (current.find(workId)?.view.preview == null) return fail('too-late')
          const signed = await use(screens).sign(pin, screen)
          if (!signed.ok) return signed
          const opened = importing.takeOpened(workId)
          if (opened === null) return fail('too-late')
          const { prepared, network } = opened
          const replaced = await stored.replaceBy(prepared)
          // The screens come once their kitchen is here.
          if (!replaced.ok || Object.keys(network).length === 0) return replaced
          return (await networkScreens?.takeIdentity(network)) ?? replaced
        },
        async 'backupFiles.stop'({ workId }) {
          if (current.find(workId) !== null) await current.putAway()
          return ok(null)
        },
      },
      api,
      listens: { 'guests.forgotten': () => void current.putAway() },
      everyBeat: current.beat,
      close: () => void current.putAway(),
    }
  },
})

/** The practice store has no backups. */
const ofPractice: HandlersOf<'backupFiles'> = {
  'backupFiles.read': () => ok(null),
  'backupFiles.export': () => fail('not-found'),
  'backupFiles.takeBack': () => fail('too-late'),
  'backupFiles.receive': () => fail('not-found'),
  'backupFiles.part': () => fail('not-found'),
  'backupFiles.open': () => fail('not-found'),
  'backupFiles.restore': () => fail('not-found'),
  'backupFiles.stop': () => ok(null),
}
