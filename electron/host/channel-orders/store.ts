import { z } from 'zod'
import type { Database } from '../db/open.ts'
import { createRows } from '../db/rows.ts'
import type { Log } from '../log.ts'
import { subjectsOf } from '../outbox/subjects.ts'

const keptSchema = z.object({
  /** Its salesChannelConfigId. */
  channelId: z.string(),
  integrationOrderId: z.string(),
  tabId: z.string().nullable(),
  askedAt: z.string(),
  askedOn: z.string(),
  ticketId: z.string().nullable(),
  code: z.string().nullable(),
})
/** What is known of an order; how far it is, its outbox entry says. */
export type KeptChannelOrder = z.infer<typeof keptSchema>

/** What is to be sent, with all that is known of it: its row may have to be written again from here. */
export const completePayload = keptSchema.omit({ tabId: true })
export type CompletePayload = z.infer<typeof completePayload>

/** An order belongs to its channel: another channel may have one of the same id. */
export const subjectOf = ({
  channelId,
  integrationOrderId,
}: Pick<KeptChannelOrder, 'channelId' | 'integrationOrderId'>): string =>
  JSON.stringify([channelId, integrationOrderId])

/** Orders of the sales channel on disk. Writes belong into the caller's transaction. */
export interface ChannelOrderStore {
  load(subject: string): KeptChannelOrder | null
  save(kept: KeptChannelOrder): void
  /** Those that wait for a person, then the last `limit`; the newest first. */
  recent(limit: number): KeptChannelOrder[]
}

const rowSchema = z.object({
  id: z.string(),
  asked_at: z.string(),
  /** Always 0: the outbox knows what waits for a person. */
  needs_person: z.number(),
  kept: keptSchema,
})

const undecided = subjectsOf(['complete-order'], 'undecided')

export function createChannelOrderStore(db: Database, log: Log): ChannelOrderStore {
  const rows = createRows(db, log, {
    table: 'channel_orders',
    key: 'id',
    schema: rowSchema,
    columns: rowSchema.keyof().options,
    json: ['kept'],
    // Up to 2 a row had its sending state, which the schema leaves out.
    version: 3,
  })
  return {
    load: (subject) => rows.get(subject)?.kept ?? null,
    save: (kept) =>
      rows.put({ id: subjectOf(kept), asked_at: kept.askedAt, needs_person: 0, kept }),
    recent(limit) {
      const first = rows.all(`id IN (${undecided}) ORDER BY asked_at DESC, id`)
      const last = rows.all(`id NOT IN (${undecided}) ORDER BY asked_at DESC, id LIMIT ?`, limit)
      return [...first, ...last].map(({ kept }) => kept)
    },
  }
}
