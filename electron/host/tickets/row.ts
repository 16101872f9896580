import { z } from 'zod'
import { restStation } from '#contract/stations/station.ts'
import { mergeDrivers, type OrderFacts } from '#domain/tickets/order-facts.ts'
import { newExpoMarks } from '#domain/stations/expo.ts'
import { newTimeMarks } from '#domain/tickets/timing.ts'
import type { Marks } from '#domain/tickets/marks.ts'
import type { RowFormat } from '../db/table.ts'

export interface OrderRow {
  id: string
  known: OrderFacts
  marks: Marks
}

const fields = z.record(z.string(), z.unknown())
/**
 * Checks the frame only: orders and deliveries were parsed when they arrived, and the row's hash
 * proves that they are unchanged.
 */
const knownSchema = z.object({
  layers: z.array(
    z.object({ stamp: z.string(), order: fields, deliveries: fields, unread: fields }),
  ),
  firstItems: z
    .object({
      stamp: z.string(),
      items: z.array(fields),
      unread: z.array(z.string()),
      order: fields.optional(),
    })
    .nullable(),
  firstStatus: z.object({ stamp: z.string(), status: z.string() }).nullable(),
  firstDrivers: z.record(z.string(), z.string()),
})
const marksSchema = z.object({
  receivedAt: z.string(),
  codeMark: z.number().default(1),
  work: z.record(
    z.string(),
    z.object({
      mark: z.string(),
      stations: z.record(
        z.string(),
        z.object({
          startedAt: z.string().nullable(),
          doneAt: z.string().nullable(),
          by: z.string(),
        }),
      ),
    }),
  ),
  acknowledged: z.record(z.string(), z.string()),
  expo: z.object({
    bagged: z.record(z.string(), z.string()),
    shelf: z.string(),
    handedOverAt: z.string().nullable(),
  }),
  times: z.object({
    fired: z.record(z.string(), z.string().nullable()),
    waits: z.record(z.string(), z.object({ mark: z.string(), seconds: z.number() })),
  }),
  acknowledgedItems: z.array(fields).nullable(),
  acknowledgedOrder: z
    .object({
      type: z.string(),
      promisedAt: z.string(),
      buyer: z.string().nullable(),
      notes: z.array(z.string()),
    })
    .nullable()
    .default(null),
  onAgainAt: z.string().nullable().default(null),
  cancellationAcknowledged: z.boolean(),
  closedAt: z.string().nullable().default(null),
  startedAt: z.string().nullable(),
  recalledAt: z.string().nullable(),
  recalls: z.number(),
  driversLost: z.number(),
  leftAt: z.string().nullable(),
})
const rowSchema = z.object({
  id: z.string(),
  known: knownSchema as unknown as z.ZodType<OrderFacts>,
  marks: marksSchema as unknown as z.ZodType<Marks>,
  open: z.number(),
  left_at: z.string().nullable(),
})

const layers = z.object({ layers: z.array(fields), firstItems: fields.nullable() })
const oldLayers = z.object({
  layers: z.array(z.object({ stamp: z.string(), order: fields, deliveries: fields })),
})

/** Version 2 stored only the drivers that were not lost yet. */
function driversOf(known: unknown): OrderFacts['firstDrivers'] {
  const old = oldLayers.safeParse(known).data as Pick<OrderFacts, 'layers'> | undefined
  return (old?.layers ?? []).reduce<OrderFacts['firstDrivers']>(mergeDrivers, {})
}

/** The order facts in the shape of version 4. */
function withUnread(was: unknown, version: number): unknown {
  const before = fields.safeParse(was).data
  const old = layers.safeParse(was).data
  const first = old?.firstItems ?? null
  return {
    ...before,
    layers: (old?.layers ?? []).map((layer) => ({ ...layer, unread: {} })),
    firstItems: first === null ? null : { ...first, unread: [] },
    ...(version < 3 && { firstDrivers: driversOf(was) }),
  }
}

/** Struck dishes, by item key, as done by everything else; nobody knows when. */
function workOfStruck(struck: unknown, receivedAt: unknown): Marks['work'] {
  const doneAt = String(receivedAt)
  return Object.fromEntries(
    Object.entries(z.record(z.string(), z.string()).safeParse(struck).data ?? {}).map(
      ([key, mark]) => [
        key,
        { mark, stations: { [restStation]: { startedAt: null, doneAt, by: '' } } },
      ],
    ),
  )
}

/**
 * Version 2 had no `startedAt`; version 3 rejected what it could not read; version 4 had no counts;
 * version 5 stored the bump, in some rows together with an earlier recall; version 6 stored which
 * dishes were struck, without stations; version 7 had no times of dishes.
 */
function upgrade({ known: was, marks: old, ...row }: Record<string, unknown>, version: number) {
  const { bump, struck, ...others } = fields.safeParse(old).data ?? {}
  const { recalledAt = null } = others
  return {
    ...row,
    known: version < 4 ? withUnread(was, version) : was,
    marks: {
      startedAt: null,
      recalls: recalledAt === null ? 0 : 1,
      driversLost: 0,
      acknowledged: {},
      expo: newExpoMarks,
      times: newTimeMarks,
      work: workOfStruck(struck, others['receivedAt']),
      ...others,
      recalledAt: bump == null ? recalledAt : null,
    },
  }
}

/** A row of `tickets`, and the upgrade of older versions. */
export const ticketRows: RowFormat<z.infer<typeof rowSchema>> = {
  table: 'tickets',
  key: 'id',
  schema: rowSchema,
  columns: rowSchema.keyof().options,
  json: ['known', 'marks'],
  version: 8,
  upgrade,
  grows: true,
  ofPeople: true,
}
