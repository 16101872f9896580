import { z } from 'zod'
import { instructionSchema } from '#contract/relay/instruction.ts'
import {
  instructionStates,
  maxMissingName,
  maxMissing,
} from '#contract/relay/instruction-outcome.ts'
import type { RowFormat } from '../db/table.ts'

const rowSchema = z.object({
  id: z.string(),
  received_at: z.string(),
  instruction: instructionSchema,
  state: z.enum(instructionStates),
  /** The items that it sold out or put back on sale, and their names. */
  keys: z.array(z.string()),
  names: z.array(z.string()),
  missing: z.array(z.string().max(maxMissingName)).max(maxMissing),
  seen: z.number(),
})
export type InstructionRow = z.infer<typeof rowSchema>

export const instructionRows: RowFormat<InstructionRow> = {
  table: 'instructions',
  key: 'id',
  schema: rowSchema,
  columns: rowSchema.keyof().options,
  json: ['instruction', 'keys', 'names', 'missing'],
  old: { since: 'received_at' },
}
