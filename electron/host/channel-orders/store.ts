import { z } from 'zod'
import type { Context } from '../noun.ts'
import { subjectsOf } from '../outbox/subjects.ts'
import type { RowFormat } from '../db/table.ts'

/** Has an order completed. The subject of an entry is `subjectOf` the order. */
export const completeKind = 'complete-order'

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
/** What is known of an order. How far it is, its outbox entry says. */
export type KeptChannelOrder = z.infer<typeof keptSchema>

/** What is sent, with all that is known of the order: its row may have to be written again from here. */
export const completePayload = keptSchema.omit({ tabId: true })
export type CompletePayload = z.infer<typeof completePayload>

/** An order belongs to its channel: another channel may have one with the same id. */
export const subjectOf = ({
  channelId,
  integrationOrderId,
}: Pick<KeptChannelOrder, 'channelId' | 'integrationOrderId'>): string =>
  JSON.stringify([channelId, integrationOrderId])

const rowSchema = z.object({
  id: z.string(),
  asked_at: z.string(),
  /** Unused, always 0: the outbox knows what waits for a person. */
  needs_person: z.number(),
  kept: keptSchema,
})

const undecided = subjectsOf([completeKind], 'undecided')

export const channelOrderRows: RowFormat<z.infer<typeof rowSchema>> = {
  table: 'channel_orders',
  key: 'id',
  schema: rowSchema,
  columns: rowSchema.keyof().options,
  json: ['kept'],
  // Up to 2 a row had its sending state, which the schema leaves out.
  version: 3,
}

export type ChannelOrderStore = ReturnType<typeof createChannelOrderStore>

/** Orders of the sales channel on disk. Writes belong in the caller's transaction. */
export function createChannelOrderStore(context: Pick<Context, 'rows'>) {
  const rows = context.rows(channelOrderRows)
  return {
    load: (subject: string): KeptChannelOrder | null => rows.get(subject)?.kept ?? null,
    save: (kept: KeptChannelOrder): void =>
      rows.put({ id: subjectOf(kept), asked_at: kept.askedAt, needs_person: 0, kept }),
    /** Those that wait for a person, then the last `limit`; each newest first. */
    recent(limit: number): KeptChannelOrder[] {
      const first = rows.all(`id IN (${undecided}) ORDER BY asked_at DESC, id`)
      const last = rows.all(`id NOT IN (${undecided}) ORDER BY asked_at DESC, id LIMIT ?`, limit)
      return [...first, ...last].map(({ kept }) => kept)
    },
  }
}
