import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Settings } from '#contract/settings.ts'
import type { Status, UnreadEvent } from '#contract/status.ts'
import type { StockBoard, StockHistoryEntry } from '#contract/stock.ts'
import type { Ticket, TicketsSnapshot } from '#contract/ticket.ts'

const fixture = join(import.meta.dirname, '../fixtures/store-0.1.0')

/**
 * A copy of a database that version 0.1.0 left behind, in `folder`: open tickets, bumps in every state, stock that is wanted,
 * sent and told by others, an ingredient, history, events that could not be read, and an order that came by the order list
 * and was never read. Answers where it is.
 */
export function oldStore(folder: string): string {
  const file = join(folder, 'store.sqlite')
  writeFileSync(file, gunzipSync(readFileSync(`${fixture}.sqlite.gz`)))
  return file
}

/** What 0.1.0 showed of it. */
export interface OldView {
  /** When, ISO. */
  at: string
  storeId: string
  tickets: TicketsSnapshot
  recent: Ticket[]
  board: StockBoard
  history: StockHistoryEntry[]
  settings: Settings
  status: Status
  unread: UnreadEvent[]
  /** Id of the order that was never read. */
  late: string
}

export const oldView = (): OldView => JSON.parse(readFileSync(`${fixture}.json`, 'utf8')) as OldView
