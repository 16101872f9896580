import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished } from 'vitest'
import type { Settings } from '#contract/settings/settings.ts'
import type { Status, UnreadEvent } from '#contract/status/status.ts'
import type { StockBoard, StockHistoryEntry } from '#contract/stock.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { openOrQuarantine } from '#host/recovery/quarantine.ts'
import { tables } from '#host/nouns.ts'
import { createDispatch, type Handlers } from '#host/dispatch.ts'
import { createWebhookTokens } from '#host/feeds/request-guard.ts'
import { createHost } from '#host/host.ts'
import { manager } from './caller.ts'
import { FakeClock } from './fake-clock.ts'
import { createRecordingLog } from './recording-log.ts'
import { temporaryFolder } from './temporary.ts'

const fixture = (name: string) => join(import.meta.dirname, `../fixtures/${name}`)

/**
 * A copy of a database of version 0.1.0 in `folder`: open tickets, bumps in every state, stock that
 * is desired, sent and reported by others, an ingredient, history, unreadable events, and an order
 * from the order list that was never read. Returns its path.
 */
export const oldStore = (folder: string): string => oldFile('store-0.1.0', folder)

/** The bytes of a database of an older version. */
export const readFixture = (name: string): Buffer =>
  gunzipSync(readFileSync(fixture(`${name}.sqlite.gz`)))

/** A copy of such a database; returns its path. */
export function oldFile(name: string, folder = temporaryFolder()): string {
  const file = join(folder, 'store.sqlite')
  writeFileSync(file, readFixture(name))
  return file
}

/** What the older version showed of it. */
export const shownBefore = <Shown>(name: string): Shown =>
  JSON.parse(readFileSync(fixture(`${name}.json`), 'utf8')) as Shown

/**
 * Opens a file as the shells do, without a platform, at the time when the older version left it.
 */
export async function openOld(file: string, { at, storeId }: { at: string; storeId: string }) {
  const clock = new FakeClock(at)
  const log = createRecordingLog()
  const host = await createHost({
    ...openOrQuarantine(file, clock.now(), log, { tables }),
    clock,
    log,
    chance: () => 0.5,
    mode: 'store',
    connection: null,
    storeId,
    webhookTokens: createWebhookTokens(null, clock),
    webhookPort: 0,
    exportsDir: `${file}-exports`,
    notify: () => undefined,
  })
  onTestFinished(() => host.close())
  const dispatch = createDispatch(
    () => host.handlers as Handlers,
    log,
    () => 'bug',
  )
  const read = async (name: string, input: object = {}): Promise<unknown> => {
    const result = await dispatch(manager, name, input)
    if (!result.ok) throw new Error(`${name}: ${result.error.code}`)
    return result.value
  }
  return { host, log, read }
}

/** A bump in the format before deliveries. */
interface OldBump {
  state: string
  bumpedAt: string
  undoUntil: string
  words: string | null
}
export type OldTicket = Omit<Ticket, 'bump'> & { bump: OldBump | null }

const states: Record<string, object> = {
  undoable: { state: 'queued' },
  unconfirmed: { state: 'unknown', choices: ['retry', 'mark-done'] },
  refused: { state: 'refused', choices: ['retry', 'mark-done'] },
  settled: { state: 'confirmed', reason: 'by-person' },
}

/** The same bump in today's format. */
export const bumpNow = (bump: OldBump | null): object | null =>
  bump && {
    bumpedAt: bump.bumpedAt,
    delivery: {
      since: expect.any(String) as string,
      ...(states[bump.state] ?? { state: bump.state }),
      ...(bump.state === 'undoable' && { undoUntil: bump.undoUntil }),
      ...(bump.words !== null && { message: bump.words }),
    },
  }

/** What the version before deliveries showed of tickets with bumps in every state. */
export interface OldTickets {
  at: string
  storeId: string
  tickets: OldTicket[]
  recent: OldTicket[]
  pace: object
  /** By ticket. */
  sent: Record<string, { id: string; state: string; words: string | null }[]>
}

export const oldTickets = (): OldTickets =>
  shownBefore<OldTickets>('store-before-deliveries-tickets')

/** What 0.1.0 showed of it. */
export interface OldView {
  /** When, ISO. */
  at: string
  storeId: string
  tickets: { tickets: OldTicket[] }
  recent: OldTicket[]
  board: StockBoard
  history: StockHistoryEntry[]
  settings: Settings
  status: Status
  unread: UnreadEvent[]
  /** The id of the order that was never read. */
  late: string
}

export const oldView = (): OldView => shownBefore<OldView>('store-0.1.0')
