import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { backupFilesContract } from '#contract/backup-files/backup-files.ts'
import { fail, ok } from '#contract/shared/result.ts'
import { backups } from '../backups/backups.ts'
import { store } from '../connection/connection.ts'
import { handlersOf, type HandlersOf } from '../dispatch.ts'
import { removeScratch } from '../db/store-folder.ts'
import { defineNoun, type Context, type ExportedFile } from '../noun.ts'
import { screens } from '../screens/screens.ts'
import { BackupFileCommands } from './commands.ts'
import { CurrentWork } from './current-work.ts'
import { Exporting } from './exporting.ts'
import { Importing } from './importing.ts'

/** Deletes what a crash left. */
function removeLeftovers(exportsDir: string, scratches: readonly string[]): void {
  scratches.forEach(removeScratch)
  if (!existsSync(exportsDir)) return
  for (const name of readdirSync(exportsDir))
    if (/\.(?:upload|kpbackup(?:\.part)?)$/.test(name))
      rmSync(join(exportsDir, name), { force: true })
}

/** The practice store has no backups. */
const ofPractice: HandlersOf<'backupFiles'> = {
  'backupFiles.get': () => ok(null),
  'backupFiles.export': () => fail('not-found'),
  'backupFiles.takeBack': () => fail('too-late'),
  'backupFiles.receive': () => fail('not-found'),
  'backupFiles.part': () => fail('not-found'),
  'backupFiles.open': () => fail('not-found'),
  'backupFiles.restore': () => fail('not-found'),
  'backupFiles.stop': () => ok(null),
}

/** Encrypted backups that leave this computer, and come back. */
class BackupFiles {
  readonly handlers: HandlersOf<'backupFiles'>
  readonly listens = { 'guests.forgotten': () => this.#putAway() }
  readonly #current: CurrentWork
  /** Null if no backups are made. */
  readonly #commands: BackupFileCommands | null

  constructor(context: Context) {
    this.#current = new CurrentWork(context)
    this.#commands = this.#commandsFor(context)
    this.handlers =
      this.#commands === null ? ofPractice : handlersOf(backupFilesContract, this.#commands)
  }

  /** The finished export that a browser may download; null if there is none with this id. */
  exportFile(id: string): ExportedFile | null {
    return this.#commands?.exportFile(id) ?? null
  }

  everyBeat(): void {
    this.#current.beat()
  }

  close(): void {
    this.#putAway()
  }

  #commandsFor(context: Context): BackupFileCommands | null {
    const { backedUp, exportsDir, use } = context
    const { store: storeBackups } = use(backups)
    if (backedUp === undefined || storeBackups === null) return null
    const exporting = new Exporting(context, backedUp.path)
    const importing = new Importing(context, backedUp.path, this.#current)
    removeLeftovers(exportsDir, [exporting.restoredTo, importing.restoredTo])
    return new BackupFileCommands(context, storeBackups, this.#current, exporting, importing)
  }

  #putAway(): void {
    void this.#current.putAway()
  }
}

/** The noun of backup files. */
export const backupFiles = defineNoun(backupFilesContract, {
  needs: [backups, screens, store],
  create: (context) => new BackupFiles(context),
})
