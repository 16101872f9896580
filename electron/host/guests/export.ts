import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { GuestExport } from '#contract/guests/guests.ts'
import type { HostEvent } from '#contract/index.ts'
import { fail, ok, type AppError, type Result } from '#contract/result.ts'
import {
  canGoOn,
  exportView,
  isUnderWay,
  keptExportSchema,
  newExport,
  passes,
  waitBefore,
  withPoint,
  type KeptExport,
  type PacePoint,
} from '#domain/guests/export-state.ts'
import { appError, type CallFailure } from '#platform/call/failure.ts'
import { isoNow, jitter } from '../clock.ts'
import { isStorageError } from '../db/open.ts'
import type { RowFormat } from '../db/table.ts'
import type { Context } from '../noun.ts'
import { runExport, type RunListener, type Written } from './export-run.ts'

const exportRow = z.object({ id: z.string(), export: keptExportSchema })

export const exportRows: RowFormat<z.output<typeof exportRow>> = {
  table: 'guest_exports',
  key: 'id',
  schema: exportRow,
  columns: ['id', 'export'],
  json: ['export'],
  version: 2,
}

const codeOf = (cause: unknown): string | null =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : null

export type GuestExporting = ReturnType<typeof createGuestExporting>

/** The export of all clients: one at a time, which outlives a crash. */
export function createGuestExporting(context: Context) {
  const { db, log, clock, connection } = context
  const rows = context.rows(exportRows)
  const read = (): KeptExport | null => rows.all()[0]?.export ?? null
  let kept = read()
  let points: PacePoint[] = []
  /** The screens have not heard of it as it is now. */
  let touched = false
  /** Ends the run of the moment; null while there is none. */
  let stopRun: AbortController | null = null
  let run: Promise<void> = Promise.resolve()
  let failures = 0
  let callOff = (): void => undefined

  const fileOf = ({ id, path }: KeptExport): string => path ?? join(context.exportsDir, `${id}.csv`)

  function keep(change: Partial<KeptExport>): void {
    if (kept === null) return
    const next = { ...kept, ...change }
    db.transact(() => {
      db.run('DELETE FROM guest_exports WHERE id <> ?', next.id)
      rows.put({ id: next.id, export: next })
      kept = next
      touched = true
    })
  }

  const ended = (state: KeptExport['state'], error: AppError | null): void => {
    keep({ state, error, endedAt: isoNow(clock) })
    log.info('export of guests ended', { state, code: error?.code, clients: kept?.clients })
  }

  /** The line is down: tries again by itself. What the platform refuses waits for a person. */
  function failed(failure: CallFailure): void {
    if (!passes(failure)) {
      ended('stopped', appError(failure))
      return
    }
    failures += 1
    keep({ state: 'waiting', error: appError(failure) })
  }

  function wrote(written: Written, isLast: boolean): void {
    failures = 0
    points = withPoint(points, { at: clock.monotonic(), clients: written.clients })
    keep({
      ...written,
      state: isLast ? 'done' : 'running',
      endedAt: isLast ? isoNow(clock) : null,
      error: null,
    })
  }

  /** What the disk or the database says; everything else is a bug, and is told as one. */
  function broken(cause: unknown): void {
    const code = codeOf(cause)
    const isDisk = isStorageError(cause) || code !== null
    if (!isDisk) log.error('bug', { in: 'export of guests', cause: String(cause) })
    const error: AppError = isDisk
      ? { code: 'storage', words: code ?? '' }
      : { code: 'internal', words: 'export' }
    try {
      ended('stopped', error)
    } catch {
      // Nor does the database take it: the screens hear of it all the same.
      if (kept !== null) kept = { ...kept, state: 'stopped', error }
      touched = true
      context.changed()
    }
  }

  const told: RunListener = {
    counted: (total) => keep({ total }),
    wrote,
    failed,
  }

  function go(): void {
    callOff()
    callOff = () => undefined
    if (kept === null || stopRun !== null) return
    if (connection === null) return ended('stopped', { code: 'unauthorised', reason: 'no-token' })
    const stop = new AbortController()
    stopRun = stop
    points = [{ at: clock.monotonic(), clients: kept.clients }]
    const now = () => clock.monotonic()
    const { signal } = stop
    run = runExport({ connection, from: kept, path: fileOf(kept), signal, now }, told)
      .catch(broken)
      .finally(() => {
        if (stopRun === stop) stopRun = null
        // Once the file is closed: the next run opens it again.
        if (kept?.state === 'waiting' && !stop.signal.aborted)
          callOff = clock.after(jitter(waitBefore(failures), context.chance()), go)
      })
  }

  /** Resolves once nothing is written any more. */
  async function halt(): Promise<void> {
    callOff()
    callOff = () => undefined
    stopRun?.abort()
    await run
  }

  /** Does something once nothing is written any more, nor by what another screen has had go on meanwhile. */
  async function atRest<Value>(work: () => Value): Promise<Value> {
    do await halt()
    while (stopRun !== null)
    return work()
  }

  /** Whether a person can still stop this one, or have it go on. */
  const isOpen = (id: string): boolean => kept?.id === id && (isUnderWay(kept) || canGoOn(kept))

  return {
    get state(): GuestExport | null {
      return kept === null ? null : exportView(kept, points)
    },
    /** Since when the last one has ended or waits for a person; null where there is none, or it goes on. */
    get restsSince() {
      return kept === null || isUnderWay(kept) ? null : (kept.endedAt ?? kept.startedAt)
    },
    async begin(path: string | null): Promise<Result<GuestExport>> {
      if (connection === null) return fail('unauthorised', undefined, 'no-token')
      if (kept !== null && isUnderWay(kept)) return fail('too-late')
      await run
      // Another screen may have begun one meanwhile.
      if (kept !== null && isUnderWay(kept)) return fail('too-late')
      if (path !== null && context.isChosen?.(path) !== true)
        return fail('bad-input', 'path: was not chosen')
      if (kept !== null && kept.path === null) rmSync(fileOf(kept), { force: true })
      const made = newExport(context.newId(), isoNow(clock), path)
      kept = made
      failures = 0
      keep({})
      log.info('export of guests begun', { inBrowser: path === null })
      go()
      return ok(exportView(kept, points))
    },
    async steer(id: string, how: 'pause' | 'resume' | 'cancel'): Promise<Result<null>> {
      if (kept?.id !== id) return fail('not-found')
      if (how === 'resume') {
        if (!canGoOn(kept)) return fail('too-late')
        await halt()
        // Another screen may have cancelled or forgotten it meanwhile.
        if (!isOpen(id)) return fail('too-late')
        failures = 0
        keep({ state: 'running', error: null, endedAt: null })
        go()
        return ok(null)
      }
      if (how === 'pause' && !isUnderWay(kept)) return fail('too-late')
      if (!isOpen(id)) return fail('too-late')
      return atRest(() => {
        // It may have come to its end meanwhile, or another screen has cancelled or forgotten it.
        if (kept === null || !isOpen(id)) return fail('too-late')
        if (how === 'pause') keep({ state: 'paused', error: null })
        else {
          rmSync(fileOf(kept), { force: true })
          ended('cancelled', null)
        }
        return ok(null)
      })
    },
    /** Where the file of an export lies that a browser may fetch, and how much of it counts. */
    file(id: string): { path: string; bytes: number } | null {
      if (kept?.id !== id || kept.path !== null || kept.state === 'cancelled') return null
      return { path: fileOf(kept), bytes: kept.bytes }
    },
    /** Forgets the last one and the file in our own folder; answers whether there was one. What a person chose is theirs. */
    forget: () =>
      atRest(() => {
        const last = kept
        if (last === null) return false
        if (last.path === null) rmSync(fileOf(last), { force: true })
        db.transact(() => db.run('DELETE FROM guest_exports'))
        kept = null
        return true
      }),
    changes() {
      const events: HostEvent[] =
        touched && kept !== null
          ? [{ type: 'guests.exported', export: exportView(kept, points) }]
          : []
      touched = false
      return events
    },
    rolledBack(): void {
      kept = read()
    },
    /** Goes on with what a crash, or an end, left running. */
    start(): void {
      if (kept !== null && isUnderWay(kept)) go()
    },
    close: () => atRest(() => undefined),
  }
}
