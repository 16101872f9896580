import { z } from 'zod'
import type { StockKey } from '#contract/stock.ts'
import type { Availability } from '#domain/stock/availability.ts'
import type { StockRow } from '#domain/stock/row.ts'
import type { Database } from '../db/open.ts'
import { createRows } from '../db/rows.ts'
import type { Log } from '../log.ts'

/** What a finished process changed of one item. */
export interface ProcessedItem extends Availability {
  key: StockKey
  /** By the platform's clock, ISO. */
  listedAt: string
}

/** Items' stock and finished processes on disk. Writes belong into the caller's transaction. */
export interface StockStore {
  load(key: StockKey): StockRow | null
  /** Keeps a row; one that tells nothing is forgotten. */
  save(row: StockRow): void
  all(): StockRow[]
  /** Rows whose request is under way in a process. */
  askedIn(processId: string): StockRow[]
  /** Keeps what a process changed; false where it is known already. */
  keepProcess(id: string, heardAt: string, items: ProcessedItem[]): boolean
  process(id: string): ProcessedItem[] | null
  /** Forgets processes heard before an ISO instant. */
  forgetProcesses(before: string): void
}

const availability = z.object({
  state: z.enum(['on-sale', 'out', 'counted']),
  left: z.number().nullable(),
  until: z.string().nullable(),
})

/** What a person wanted (domain/stock/row.ts), as it stands in a row and in an outbox entry. */
export const desiredSchema = availability.extend({
  tapId: z.string(),
  ingredientId: z.string().nullable(),
  setAt: z.string(),
  setBy: z.string(),
})

const requested = availability.extend({
  tapId: z.string(),
  processId: z.string().nullable(),
  listedAt: z.string().nullable(),
})

const stockRow = z.object({
  key: z.string(),
  row: z.object({
    key: z.string(),
    desired: desiredSchema.nullable(),
    requested: requested.nullable(),
    reported: availability.extend({ listedAt: z.string(), at: z.string() }).nullable(),
  }),
})

const processRow = z.object({
  id: z.string(),
  heard_at: z.string(),
  items: z.array(availability.extend({ key: z.string(), listedAt: z.string() })),
})

type Json = Record<string, unknown>

/** Version 1 said own, told and heard; until version 3 a row said how far its request was, which its outbox entry says now. */
function upgrade(row: Json, version: number): Json {
  const { key, ...before } = row['row'] as Json
  const { own, told, heard } = before
  const named = version === 1 ? { desired: own, requested: told, reported: heard } : before
  const asked = named['requested'] as Json | null
  const isListed = asked?.['stage'] === 'confirmed'
  const requested = asked && {
    ...asked,
    listedAt: isListed ? (asked['listedAt'] ?? asked['at']) : null,
  }
  return { ...row, row: { ...named, key, requested } }
}

export function createStockStore(db: Database, log: Log): StockStore {
  const rows = createRows(db, log, {
    table: 'stock',
    key: 'key',
    schema: stockRow,
    columns: ['key', 'row'],
    json: ['row'],
    version: 3,
    upgrade,
  })
  const processes = createRows(db, log, {
    table: 'stock_processes',
    key: 'id',
    schema: processRow,
    columns: ['id', 'heard_at', 'items'],
    json: ['items'],
    version: 2,
  })
  return {
    load: (key) => rows.get(key)?.row ?? null,
    save(row) {
      const { key, desired, requested, reported } = row
      if ((desired ?? requested ?? reported) === null) rows.remove(key)
      else rows.put({ key, row })
    },
    askedIn: (processId) =>
      db
        .all(
          `SELECT key FROM stock
           WHERE CASE WHEN json_valid(row) THEN row ->> '$.requested.processId' END = ?`,
          processId,
        )
        .flatMap(({ key }) => rows.get(String(key))?.row ?? []),
    all: () => rows.all().map(({ row }) => row),
    keepProcess(id, heardAt, items) {
      if (processes.get(id) !== null) return false
      processes.put({ id, heard_at: heardAt, items })
      return true
    },
    process: (id) => processes.get(id)?.items ?? null,
    forgetProcesses(before) {
      db.run('DELETE FROM stock_processes WHERE heard_at < ?', before)
    },
  }
}
