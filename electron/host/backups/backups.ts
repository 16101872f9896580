import { backupsContract } from '#contract/backups/backups.ts'
import { fail, ok } from '#contract/shared/result.ts'
import type { BackupStatus } from '#contract/status/status.ts'
import { handlersOf, type HandlersOf } from '../dispatch.ts'
import { defineNoun, type Context } from '../noun.ts'
import { screens } from '../screens/screens.ts'
import { StoreBackups } from './store-backups.ts'

/** The practice store starts anew each time. */
const withoutBackups: HandlersOf<'backups'> = {
  'backups.list': () => ok(null),
  'backups.create': () => fail('not-found'),
  'backups.preview': () => fail('not-found'),
  'backups.restore': () => fail('not-found'),
  'backups.test': () => ok(null),
}

/** The backups of this store, if any are made. */
export class Backups {
  readonly handlers: HandlersOf<'backups'>
  /** Null if no backups are made. */
  readonly store: StoreBackups | null
  readonly listens = { 'guests.forgotten': () => this.store?.forget() }

  constructor(context: Context) {
    const { backedUp } = context
    this.store = backedUp === undefined ? null : new StoreBackups(context, backedUp)
    this.handlers = this.store === null ? withoutBackups : handlersOf(backupsContract, this.store)
  }

  get status(): BackupStatus | null {
    return this.store?.status ?? null
  }

  /** Backs up what was committed since the last backup. Always resolves. */
  async backUp(): Promise<void> {
    await this.store?.backUp()
  }

  everyBeat(): void {
    this.store?.beat()
  }

  close(): void {
    this.store?.stop()
  }
}

/** The noun of backups. */
export const backups = defineNoun(backupsContract, {
  needs: [screens],
  create: (context) => new Backups(context),
})
