import { join } from 'node:path'
import { backupFileEnd, backupFileName } from '#contract/backup-files/backup-file-limits.ts'
import type { BackupFileWork } from '#contract/backup-files/backup-files.ts'
import type { Caller } from '#contract/shared/caller.ts'
import type { Output } from '#contract/index.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { Backups } from '../backups/backups.ts'
import { store } from '../connection/connection.ts'
import type { Parsed } from '../dispatch.ts'
import type { Context, ExportedFile } from '../noun.ts'
import { screens } from '../screens/screens.ts'
import type { CurrentWork } from './current-work.ts'
import type { Exporting } from './exporting.ts'
import type { Importing } from './importing.ts'

type StoreBackups = NonNullable<Backups['store']>

/** Exports and imports of a store that makes backups. */
export class BackupFileCommands {
  readonly #context: Context
  readonly #backups: StoreBackups
  readonly #current: CurrentWork
  readonly #exporting: Exporting
  readonly #importing: Importing

  constructor(
    context: Context,
    backups: StoreBackups,
    current: CurrentWork,
    exporting: Exporting,
    importing: Importing,
  ) {
    this.#context = context
    this.#backups = backups
    this.#current = current
    this.#exporting = exporting
    this.#importing = importing
  }

  get(): Result<BackupFileWork | null> {
    return ok(this.#current.work?.view ?? null)
  }

  async export(
    request: Parsed<'backupFiles.export'>,
  ): Promise<Result<Output<'backupFiles.export'>>> {
    if (request.path !== null && this.#context.isChosen?.(request.path) !== true)
      return fail('bad-input', 'path: was not chosen')
    if (request.handOver === true && request.backupId !== null)
      return fail('bad-input', 'backupId: a hand-over has the newest state')
    const work = await this.#current.begin('export')
    if (work === null) return fail('too-late')
    this.#exporting.start(work, request)
    return ok({ workId: work.view.id })
  }

  takeBack(): Result<null> {
    return this.#context.storeMove.takeBack() ? ok(null) : fail('too-late')
  }

  receive({ bytes }: Parsed<'backupFiles.receive'>): Promise<Result<{ workId: string }>> {
    return this.#importing.receive(bytes)
  }

  part({ workId, at, part }: Parsed<'backupFiles.part'>): Promise<Result<null>> {
    return this.#importing.add(workId, at, part)
  }

  open({ workId, passphrase }: Parsed<'backupFiles.open'>): Result<null> {
    return this.#importing.open(workId, passphrase)
  }

  async restore(
    { workId, pin }: Parsed<'backupFiles.restore'>,
    { screen }: Caller,
  ): Promise<Result<Output<'backupFiles.restore'>>> {
    const { use, networkScreens } = this.#context
    if (this.#current.find(workId)?.view.preview == null) return fail('too-late')
    const signed = await use(screens).sign(pin, screen)
    if (!signed.ok) return signed
    const opened = this.#importing.takeOpened(workId)
    if (opened === null) return fail('too-late')
    const { prepared, network } = opened
    const replaced = await this.#backups.replaceBy(prepared)
    // The screens come once their kitchen is here.
    if (!replaced.ok || Object.keys(network).length === 0) return replaced
    return (await networkScreens?.replaceIdentity(network)) ?? replaced
  }

  async stop({ workId }: Parsed<'backupFiles.stop'>): Promise<Result<null>> {
    if (this.#current.find(workId) !== null) await this.#current.putAway()
    return ok(null)
  }

  exportFile(id: string): ExportedFile | null {
    const { exportsDir, clock, timeZone, use } = this.#context
    const work = this.#current.find(id)
    const exported = work?.view.exported ?? null
    if (work === null || exported?.path !== null) return null
    return {
      path: join(exportsDir, id + backupFileEnd),
      bytes: exported.bytes,
      name: backupFileName(use(store).store?.name ?? null, clock.now(), timeZone()),
      type: 'application/octet-stream',
      onSent: () => this.#sent(id),
    }
  }

  /** A browser gets a file once. */
  #sent(id: string): void {
    this.#exporting.fetched(id)
    if (this.#current.find(id) !== null) void this.#current.putAway()
  }
}
