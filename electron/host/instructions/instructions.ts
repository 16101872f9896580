import {
  instructionsContract,
  type ReceivedInstruction,
} from '#contract/instructions/instructions.ts'
import { type Instruction, instructionSchema } from '#contract/relay/instruction.ts'
import {
  isSettled,
  maxMissingName,
  maxWayMs,
  maxMissing,
  maxOutcomes,
  type InstructionOutcome,
  instructionStates,
} from '#contract/relay/instruction-outcome.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { isoNow } from '../clock/clock.ts'
import { isStorageError } from '../db/open.ts'
import type { Rows } from '../db/rows.ts'
import { handlersOf, type HandlersOf, type Parsed } from '../dispatch.ts'
import { menu } from '../menu/menu.ts'
import { defineNoun, type Context } from '../noun.ts'
import { settings } from '../settings/settings.ts'
import { stations } from '../stations/stations.ts'
import { stock } from '../stock/stock.ts'
import { CarryOut, type CarriedOut } from './carry-out.ts'
import { z } from 'zod'
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

const instructionRows: RowFormat<InstructionRow> = {
  table: 'instructions',
  key: 'id',
  schema: rowSchema,
  columns: rowSchema.keyof().options,
  json: ['instruction', 'keys', 'names', 'missing'],
  old: { since: 'received_at' },
}

/** Older ones are shown and reported no longer. */
const shownForMs = 30 * 24 * 3_600_000
/** More would be no list that somebody reads. */
const maxShown = 200

/** What became of an instruction. */
type Outcome = Omit<CarriedOut, 'state'> & { state: CarriedOut['state'] | 'too-old' | 'failed' }

const nothing = (state: 'refused' | 'too-old' | 'failed'): Outcome => ({
  ...{ state, keys: [], missing: [] },
})

/**
 * What the chain of this store wants of it. Each instruction is stored first and then carried out,
 * so that none is lost.
 */
class Instructions {
  readonly handlers: HandlersOf<'instructions'> = handlersOf(instructionsContract, this)
  readonly #context: Context
  readonly #rows: Rows<InstructionRow>
  readonly #carryOut: CarryOut
  /** Those that wait for the menu, as the screens know. */
  readonly #waitingShown = new Set<string>()
  #isClosed = false
  #isWorking = false
  #isMore = false

  constructor(context: Context) {
    this.#context = context
    this.#rows = context.rows(instructionRows)
    this.#carryOut = new CarryOut(context, (id) => this.#rows.get(id)?.keys ?? [])
  }

  // Operations

  list(): Result<ReceivedInstruction[]> {
    return ok(this.#newestWithEnd(maxShown).map(([row, isEnded]) => this.#shown(row, isEnded)))
  }

  see({ id }: Parsed<'instructions.see'>): Result<null> {
    const { db, notify } = this.#context
    const row = this.#rows.get(id)
    if (row === null) return fail('not-found')
    db.transact(() => this.#rows.put({ ...row, seen: 1 }))
    notify({ type: 'instructions.changed' })
    return ok(null)
  }

  // For nouns

  /**
   * Stores what the chain sent, to carry it out after the commit. One that was carried out already
   * is not again. Call it inside a transaction.
   */
  save(instruction: Instruction): void {
    const { clock } = this.#context
    const before = this.#rows.get(instruction.id)
    if (before !== null && isSettled(before.state)) return
    this.#rows.put({
      ...{ id: instruction.id, received_at: isoNow(clock), instruction, state: 'waiting' },
      ...{ keys: [], names: [], missing: [], seen: 0 },
    })
    clock.after(0, () => this.#work())
  }

  /** What became of the last ones, for the chain. */
  outcomes(): (InstructionOutcome & { id: string })[] {
    return this.#newestWithEnd(maxOutcomes).map(([row, isEnded]) => ({
      id: row.id,
      ...this.#outcome(row, isEnded),
    }))
  }

  // Housekeeping

  /** What a crash, a full disk or a missing menu left. */
  everyBeat(): void {
    if (this.#waiting().length > 0) void this.#work()
  }

  close(): void {
    this.#isClosed = true
  }

  /** One after the other. What a full disk refuses is done later. */
  async #work(): Promise<void> {
    this.#isMore = true
    if (this.#isWorking) return
    this.#isWorking = true
    try {
      while (this.#isMore && !this.#isClosed) {
        this.#isMore = false
        await this.#workOff()
      }
    } catch (cause) {
      if (!this.#isClosed) this.#context.log.warn('instruction waits', { cause: String(cause) })
    } finally {
      this.#isWorking = false
    }
  }

  async #workOff(): Promise<void> {
    for (const { id, instruction } of this.#waiting()) {
      const outcome = await this.#carriedOut(instruction)
      if (this.#isClosed) return
      if (outcome !== null) this.#settle(id, outcome)
      else if (!this.#waitingShown.has(id)) {
        this.#waitingShown.add(id)
        this.#context.notify({ type: 'instructions.changed' })
      }
    }
  }

  /** Null while the store doesn't know its own menu, and so what a name means. */
  async #carriedOut(instruction: Instruction): Promise<Outcome | null> {
    const { use, agreed, log } = this.#context
    if (!use(settings).current.chainInstructions) return nothing('refused')
    if (agreed.now() - Date.parse(instruction.sentAt) > maxWayMs) return nothing('too-old')
    if (use(menu).state.readAt === null) return null
    try {
      return await this.#carryOut.run(instruction)
    } catch (cause) {
      if (isStorageError(cause)) throw cause
      log.error('instruction not carried out', { id: instruction.id, cause: String(cause) })
      return nothing('failed')
    }
  }

  #settle(id: string, { state, keys, missing }: Outcome): void {
    const { db, log, use, notify, announce } = this.#context
    const row = this.#rows.get(id)
    if (row === null) return
    this.#waitingShown.delete(id)
    const short = missing.slice(0, maxMissing).map((name) => name.slice(0, maxMissingName))
    const names = use(stock).byName.namesOf(keys)
    db.transact(() => this.#rows.put({ ...row, state, keys: [...keys], names, missing: short }))
    log.info('instruction of the chain', { id, kind: row.instruction.change.kind, state })
    notify({ type: 'instructions.changed' })
    void announce('instruction.settled', null)
  }

  #waiting(): InstructionRow[] {
    return this.#rows.all(`state = 'waiting' ORDER BY received_at, id LIMIT 100`)
  }

  #newest(limit: number): InstructionRow[] {
    return this.#rows.all(
      'received_at > ? ORDER BY received_at DESC, id LIMIT ?',
      new Date(this.#context.clock.now() - shownForMs).toISOString(),
      limit,
    )
  }

  /** The newest ones, each with whether a later one put its items back on sale. */
  #newestWithEnd(limit: number): [InstructionRow, isEnded: boolean][] {
    const rows = this.#newest(limit)
    const ended = new Set(
      rows.map(({ state, instruction: { change } }) =>
        change.kind === 'on-sale' && state === 'done' ? change.of : null,
      ),
    )
    return rows.map((row) => [row, ended.has(row.id)])
  }

  #confirmationOf(
    { instruction: { change }, keys }: InstructionRow,
    isEnded: boolean,
  ): Pick<InstructionOutcome, 'confirmed' | 'changed'> {
    if (isEnded || keys.length === 0) return { confirmed: keys.length, changed: 0 }
    return this.#context.use(stock).byName.confirmationOf(keys, change.kind !== 'on-sale')
  }

  #outcome(row: InstructionRow, isEnded: boolean): InstructionOutcome {
    return {
      state: row.state,
      items: row.keys.length,
      ...this.#confirmationOf(row, isEnded),
      missing: row.missing,
    }
  }

  #shown(row: InstructionRow, isEnded: boolean): ReceivedInstruction {
    const { id, chain, by, sentAt, reason, change } = row.instruction
    return {
      ...{ id, chain, by, sentAt, reason, change },
      ...this.#outcome(row, isEnded),
      receivedAt: row.received_at,
      names: row.names,
      isSeen: row.seen === 1,
    }
  }
}

/** The noun of instructions. */
export const instructions = defineNoun(instructionsContract, {
  needs: [settings, stations, stock, menu],
  tables: [instructionRows],
  create: (context) => new Instructions(context),
})
