import { z } from 'zod'
import { fail, ok, type Result } from '../shared/result.ts'
import { stationColors, stationIcons } from '../stations/station.ts'

/** The type of the event that carries an instruction to a store. The platform has none like it. */
export const instructionEvent = 'kitchen-pass.instruction'

/** The longest instruction, in bytes of JSON. */
export const maxInstructionBytes = 65_536

const id = z.string().min(1).max(100)
/** The name of an item or an ingredient, as people read it on the sold-out board. */
const soughtName = z.string().trim().min(1).max(120)

/** A station as a profile sets it. Stores have different ids, so everything goes by its name. */
const stationSchema = z.strictObject({
  name: z.string().trim().min(1).max(30),
  color: z.enum(stationColors),
  icon: z.enum(stationIcons),
  /** The names of the categories that it makes. */
  categories: z.array(soughtName).max(100),
})
export type ProfileStation = z.infer<typeof stationSchema>

/**
 * What a chain changes in a store.
 *
 * - `sold-out`: everything of that name is sold out until further notice.
 * - `on-sale`: what an earlier instruction sold out is back on sale.
 * - `profile`: settings of the restaurant, stations and sold-out items. What it doesn't name stays.
 */
const changeSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('sold-out'),
    what: z.enum(['item', 'ingredient']),
    name: soughtName,
  }),
  z.strictObject({ kind: z.literal('on-sale'), of: id }),
  z.strictObject({
    kind: z.literal('profile'),
    /** By name. The store checks the values, because its version may differ. */
    settings: z.record(z.string().min(1).max(60), z.unknown()),
    stations: z.array(stationSchema).max(20),
    soldOut: z.array(soughtName).max(100),
  }),
])
export type ChainChange = z.infer<typeof changeSchema>

export const instructionSchema = z.strictObject({
  version: z.literal(1),
  id,
  /** The store that may carry it out, so that nobody can send it on to another one. */
  websiteId: id,
  storeId: id,
  /** The chain and the person that gave it. */
  chain: z.string().min(1).max(100),
  by: z.string().min(1).max(100),
  /** ISO, by the clock of the fleet's server. */
  sentAt: z.iso.datetime(),
  /** Why, for the people in the store; empty if nobody said. */
  reason: z.string().trim().max(200),
  change: changeSchema,
})
/** What a chain's operations want one store to do. */
export type Instruction = z.infer<typeof instructionSchema>

/** What a person writes; the fleet's server adds the rest. */
const draftSchema = z.strictObject({
  reason: z.string().trim().max(200),
  change: changeSchema,
  /** `fleetKey` of each store. */
  stores: z.array(z.string().min(1).max(1_300)).min(1).max(5_000),
})
export type InstructionDraft = z.infer<typeof draftSchema>

/** The event of an instruction. What is signed is the text itself. */
const signedSchema = z.looseObject({
  type: z.literal(instructionEvent),
  eventId: id,
  /** JSON of an `Instruction`. */
  instruction: z.string().max(maxInstructionBytes),
  /** Ed25519, base64url. */
  signature: z.string().max(200),
})
export type SignedInstruction = z.infer<typeof signedSchema>

function parsed<Schema extends z.ZodType>(schema: Schema, json: unknown): Result<z.output<Schema>> {
  const read = schema.safeParse(json)
  if (read.success) return ok(read.data)
  const [issue] = read.error.issues
  return fail('bad-input', issue?.path.join('.') ?? '')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Reads the event's body. Fails with `bad-input`; `detail` names the field. */
export const readSignedInstruction = (json: unknown): Result<SignedInstruction> =>
  parsed(signedSchema, json)

/** Reads the text that was signed. Fails in the same way. */
export const readInstruction = (text: string): Result<Instruction> =>
  parsed(instructionSchema, jsonOf(text))

/** Reads what a page sent. Fails in the same way. */
export const readInstructionDraft = (json: unknown): Result<InstructionDraft> =>
  parsed(draftSchema, json)

/** Reads a stored change. Fails in the same way. */
export const readChainChange = (json: unknown): Result<ChainChange> => parsed(changeSchema, json)
