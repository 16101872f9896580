import { z } from 'zod'
import { couponSchema } from '../coupons.ts'
import { toVendor, type Dialect } from '../dialect.ts'
import {
  loyaltyClientRowSchema,
  loyaltyClientSchema,
  loyaltySummarySchema,
  pointMovementSchema,
} from '../loyalty.ts'
import { tokenInfoSchema } from '../me.ts'
import { menuSchema, productSchema } from '../menu.ts'
import { deliverySchema, orderSchema } from '../order.ts'
import { documentedSchemas, undocumented } from '../tolerant/loose.ts'
import { emptySpellings, writtenNothing } from '../sent-values.ts'
import { reservationSchema } from '../reservations.ts'
import { scheduleSchema, storeSchema } from '../stores.ts'
import { stockRecordSchema } from '../stock.ts'
import { paymentMethodSchema, shiftSchema, tabPaymentSchema, wasteIncidentSchema } from '../tabs.ts'

/** Parts that the document defines once and refers to by name. */
const resources = {
  Coupon: couponSchema,
  Delivery: deliverySchema,
  LoyaltyClient: loyaltyClientSchema,
  LoyaltyClientRow: loyaltyClientRowSchema,
  LoyaltySummary: loyaltySummarySchema,
  Menu: menuSchema,
  Order: orderSchema,
  PaymentMethod: paymentMethodSchema,
  PointMovement: pointMovementSchema,
  Product: productSchema,
  Reservation: reservationSchema,
  Schedule: scheduleSchema,
  Shift: shiftSchema,
  StockRecord: stockRecordSchema,
  Store: storeSchema,
  TabPayment: tabPaymentSchema,
  TokenInfo: tokenInfoSchema,
  WasteIncident: wasteIncidentSchema,
}

/**
 * Resources that may be written differently from what their readers say: the field's place and its
 * schema.
 */
const exceptions = new Map<z.core.$ZodType, Record<string, object>>([
  [
    scheduleSchema,
    {
      // The sample of updateStoreSchedule shows the literal text null.
      closedUntilDate: {
        anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }, { const: 'null' }],
      },
    },
  ],
])

/** The names of those resources, for zod's JSON Schema. */
const resourceNames = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(resources)) resourceNames.add(schema, { id })

/** A JSON Schema, draft 2020-12, or another object of the document. */
export type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether zod only says that a number fits into JavaScript. */
const isNoLimit = (name: string, value: unknown): boolean =>
  (name === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
  (name === 'minimum' && value === Number.MIN_SAFE_INTEGER)

const isUnpromised = (schema: unknown): boolean =>
  isObject(schema) && Object.keys(undocumented).every((mark) => mark in schema)

/** A schema without empty parts, with fields as the dialect spells them. */
function tidy(value: unknown, dialect: Dialect): unknown {
  if (Array.isArray(value)) return value.map((each) => tidy(each, dialect))
  if (!isObject(value)) return value
  const stored = Object.entries(value).filter(([name, inner]) => {
    if (name === '$schema' || name === '$defs' || isNoLimit(name, inner)) return false
    if (name === 'pattern') return !('format' in value)
    return (
      name !== 'additionalProperties' || inner === false || Object.keys(inner as Json).length > 0
    )
  })
  const entries = stored.map(([name, inner]): [string, unknown] => {
    if (name === '$ref') return [name, String(inner).replace('#/$defs/', '#/components/schemas/')]
    if (name !== 'properties') return [name, tidy(inner, dialect)]
    const fields = Object.entries(inner as Json)
      .filter(([, schema]) => !isUnpromised(schema))
      .map(([field, schema]): [string, unknown] => [
        toVendor(field, dialect),
        tidy(schema, dialect),
      ])
    return [name, Object.fromEntries(fields)]
  })
  return Object.fromEntries(entries)
}

function replace(schema: Json, by: object): void {
  for (const name of Object.keys(schema)) Reflect.deleteProperty(schema, name)
  Object.assign(schema, by)
}

type Adjust = (part: z.core.$ZodType, json: Json) => void

/** Only the documented part of what our readers understand. */
const promise: Adjust = (part, json) => {
  const promised = documentedSchemas.get(part)
  if (promised !== undefined) replace(json, structuredClone(promised.promise))
  if (isObject(json['properties'])) Object.assign(json['properties'], exceptions.get(part))
}

/** Converts the client's schemas into the document's, and collects the resources they name. */
export class Schemas {
  readonly #dialect: Dialect
  readonly #resources: Json = {}

  constructor(dialect: Dialect) {
    this.#dialect = dialect
  }

  /**
   * For what the platform sends: only the documented part, although our readers understand more.
   */
  read(schema: z.ZodType): Json {
    return this.#convert(schema, 'output', promise)
  }

  /** For what we send: strict. */
  sent(schema: z.ZodType): Json {
    return this.#convert(schema, 'input', (part, json) => {
      const spelling = emptySpellings.get(part)?.spelling
      const written = spelling && writtenNothing(this.#dialect[spelling])
      // Null is already there.
      if (typeof written === 'string')
        json['anyOf'] = [...(json['anyOf'] as Json[]).slice(0, 1), { const: written }]
    })
  }

  /** The resources named so far. */
  components(): Json {
    return Object.fromEntries(
      Object.entries(this.#resources).sort(([one], [other]) => (one < other ? -1 : 1)),
    )
  }

  #convert(schema: z.ZodType, io: 'input' | 'output', adjust: Adjust): Json {
    const whole = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      metadata: resourceNames,
      override: ({ zodSchema, jsonSchema }) => adjust(zodSchema, jsonSchema),
    })
    for (const [name, resource] of Object.entries(whole.$defs ?? {})) {
      this.#resources[name] = tidy({ ...(resource as Json), id: undefined }, this.#dialect)
    }
    return tidy(whole, this.#dialect) as Json
  }
}
