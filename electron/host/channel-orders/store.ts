import { z } from 'zod'
import {
  needsPerson,
  subjectOf,
  type KeptChannelOrder,
} from '#domain/channel-orders/channel-order.ts'
import type { Database } from '../db/open.ts'
import { createRows } from '../db/rows.ts'
import type { Log } from '../log.ts'

/** Orders of the sales channel on disk. Writes belong into the caller's transaction. */
export interface ChannelOrderStore {
  load(subject: string): KeptChannelOrder | null
  save(kept: KeptChannelOrder): void
  /** Those that wait for a person, then the last `limit`; the newest first. */
  recent(limit: number): KeptChannelOrder[]
}

export const keptSchema = z.object({
  channelId: z.string(),
  integrationOrderId: z.string(),
  state: z.enum([
    'waiting',
    'sending',
    'complete',
    'may-be-complete',
    'refused',
    'settled',
    'discarded',
  ]),
  tabId: z.string().nullable(),
  words: z.string().nullable(),
  askedAt: z.string(),
  askedOn: z.string(),
  ticketId: z.string().nullable(),
  code: z.string().nullable(),
}) satisfies z.ZodType<KeptChannelOrder>

const rowSchema = z.object({
  id: z.string(),
  asked_at: z.string(),
  needs_person: z.number(),
  kept: keptSchema,
})

export function createChannelOrderStore(db: Database, log: Log): ChannelOrderStore {
  const rows = createRows(db, log, {
    table: 'channel_orders',
    key: 'id',
    schema: rowSchema,
    columns: rowSchema.keyof().options,
    json: ['kept'],
    version: 2,
  })
  return {
    load: (subject) => rows.get(subject)?.kept ?? null,
    save(kept) {
      rows.put({
        id: subjectOf(kept),
        asked_at: kept.askedAt,
        needs_person: needsPerson(kept) ? 1 : 0,
        kept,
      })
    },
    recent(limit) {
      const undecided = rows.all('needs_person = 1 ORDER BY asked_at DESC, id')
      const last = rows.all('needs_person = 0 ORDER BY asked_at DESC, id LIMIT ?', limit)
      return [...undecided, ...last].map(({ kept }) => kept)
    },
  }
}
