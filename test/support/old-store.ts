import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect } from 'vitest'
import type { Settings } from '#contract/settings.ts'
import type { Status, UnreadEvent } from '#contract/status.ts'
import type { StockBoard, StockHistoryEntry } from '#contract/stock.ts'
import type { Ticket } from '#contract/ticket.ts'

const fixture = (name: string) => join(import.meta.dirname, `../fixtures/${name}`)

/**
 * A copy of a database that version 0.1.0 left behind, in `folder`: open tickets, bumps in every state, stock that is wanted,
 * sent and told by others, an ingredient, history, events that could not be read, and an order that came by the order list
 * and was never read. Answers where it is.
 */
export function oldStore(folder: string): string {
  const file = join(folder, 'store.sqlite')
  writeFileSync(file, readFixture('store-0.1.0'))
  return file
}

/** The bytes of a database that an older version left behind. */
export const readFixture = (name: string): Buffer =>
  gunzipSync(readFileSync(fixture(`${name}.sqlite.gz`)))

/** A bump as versions before deliveries showed it. */
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

/** The same bump as it is shown now. */
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

/** What version 0.2.0 showed of tickets whose bumps were in every state. */
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
  JSON.parse(readFileSync(fixture('store-0.2.0-tickets.json'), 'utf8')) as OldTickets

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
  /** Id of the order that was never read. */
  late: string
}

export const oldView = (): OldView =>
  JSON.parse(readFileSync(fixture('store-0.1.0.json'), 'utf8')) as OldView
