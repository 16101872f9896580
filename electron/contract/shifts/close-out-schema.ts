import { z } from 'zod'
import { tipsInAmount } from '../settings/fields.ts'
import { movementKinds } from './count-fields.ts'
import type { CloseOut } from './shifts.ts'

const money = z.int().describe('In the smallest unit of the currency.')
const count = z.int().min(0)
const instant = z.iso.datetime().describe('ISO 8601, in UTC.')
const hash = z.string().regex(/^[0-9a-f]{64}$/)

const sums = {
  payments: count,
  amount: money,
  tips: money,
  voided: z.object({ payments: count, amount: money, tips: money }),
  toCheck: count
    .optional()
    .describe(
      'Payments whose amount, tip or voiding cannot be read: in no sum. Older documents lack it.',
    ),
  rounded: count
    .optional()
    .describe(
      'Payments in the sums with more digits than the currency; a sum is exact, and rounded once.',
    ),
}
const bothWays = z
  .object({ inside: money, outside: money })
  .describe('By both readings: tips inside of the amounts, or beside them.')
const outbox = z.object({ unsent: count, unknown: count })
const balances = z.array(z.object({ methodId: z.string(), amount: money }))

const figures = z.object({
  readAt: instant,
  unreadAmounts: count,
  roundedAmounts: count,
  all: z.object(sums),
  paid: bothWays,
  paidWithoutTips: bothWays,
  own: z
    .object({
      sales: money.nullable(),
      discounts: money.nullable(),
      averageTicket: money.nullable(),
      eaters: z.number().nullable(),
      payments: money.nullable(),
    })
    .describe('What the platform says of the whole shift.'),
  tickets: z.number().nullable(),
  differences: z.array(
    z.object({ about: z.enum(['payments', 'sales']), ofParts: money, ofShift: money }),
  ),
  byMethod: z.array(
    z.object({
      methodId: z.string().describe('Empty for the payments that name no method.'),
      name: z.string(),
      paid: bothWays.optional(),
      ...sums,
    }),
  ),
  byHour: z.array(z.object({ from: instant, ...sums })),
  byPerson: z.array(
    z.object({
      personId: z.string(),
      name: z.string().optional(),
      number: count.optional(),
      ...sums,
    }),
  ),
  registers: z.array(
    z.object({
      id: z.string(),
      name: z.string().optional(),
      from: z.string().nullable(),
      to: z.string().nullable(),
      start: balances,
      end: balances,
    }),
  ),
  waste: z.array(
    z.object({
      ingredientId: z.string().nullable(),
      name: z.string(),
      unit: z.string(),
      quantity: z.number(),
    }),
  ),
  invoices: count,
  outbox,
})

const counted = z.object({
  cashMethodId: z.string().nullable(),
  wasRevealed: z
    .boolean()
    .describe('The expected figures were seen before the count was finished.'),
  attempts: z.array(
    z.object({
      at: instant,
      screen: z.string(),
      methods: z.array(z.object({ methodId: z.string(), counted: money })),
    }),
  ),
  registers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      pieces: z.array(z.object({ value: money, pieces: count })),
      loose: money,
      cash: money,
    }),
  ),
  slips: z.array(z.object({ methodId: z.string(), total: money })),
  movements: z.array(
    z.object({
      kind: z.enum(movementKinds),
      registerId: z.string().nullable(),
      amount: money,
      reason: z.string(),
    }),
  ),
  float: money,
  deposit: money
    .optional()
    .describe(
      'The counted cash less the float. Pay-outs and safe drops left the registers before the count, so they are in neither.',
    ),
})

/**
 * The JSON of a sealed close-out file, for programs that read it. `npm run -s close-out-schema`
 * prints its JSON Schema.
 */
export const closeOutSchema = z
  .object({
    version: z
      .literal([1, 2])
      .describe('2 has `tapId`, `keyId` and `mac`, and names and the deposit with the figures.'),
    number: z.int().min(1),
    storeId: z.string(),
    storeName: z.string(),
    shiftId: z.string(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    businessDay: z.iso.date(),
    timeZone: z.string(),
    currency: z.string().nullable().describe('ISO 4217; null where it is not known.'),
    decimals: z.int().min(0).max(4).describe('Of the currency: 1234 of 2 decimals are 12.34.'),
    figures,
    tips: z.enum(tipsInAmount).describe('Where the store says that tips are.'),
    threshold: money,
    count: counted,
    opening: z
      .object({ closeOut: z.int().min(1), left: money, started: money })
      .optional()
      .describe('What the close-out before left in the registers, and what they were opened with.'),
    overShort: z.array(
      z.object({
        methodId: z.string(),
        name: z.string(),
        isCash: z.boolean(),
        counted: money.nullable(),
        expected: bothWays,
        overShort: bothWays.nullable(),
        known: money.nullable().describe('The true one, where the store says where tips are.'),
        isAboveThreshold: z.boolean(),
        note: z.string(),
      }),
    ),
    notes: z.string(),
    checklist: z.array(
      z.object({
        code: z.enum([
          'shift-open',
          'open-tickets',
          'unsent',
          'unknown',
          'reservations-not-marked',
          'sold-out',
          'differences',
          'unread',
          'changed',
          'not-read-again',
        ]),
        count,
      }),
    ),
    signedBy: z.string(),
    screen: z.string(),
    withPin: z.boolean(),
    sealedAt: instant,
    corrects: z.object({ number: z.int().min(1), reason: z.string() }).nullable(),
    tapId: z.string().optional(),
    keyId: z
      .string()
      .nullable()
      .optional()
      .describe('Which key of the system’s key store it was sealed with; null for none.'),
    hash: hash.describe(
      'SHA-256 of everything else in the document but `mac` and `head`, as JSON without blanks, the names of every object in order of their code units.',
    ),
    mac: hash
      .nullable()
      .optional()
      .describe('HMAC-SHA256 of the text of `hash` with that key; null for none.'),
    previousHash: hash.describe(
      'The hash of the close-out with the number before; 64 zeros in the first.',
    ),
    head: z
      .object({ number: z.int().min(1), hash })
      .optional()
      .describe('The store’s last close-out when this file was made. Not part of the seal.'),
  })
  .describe('A close-out of Kitchen Pass.') satisfies z.ZodType<CloseOut>
