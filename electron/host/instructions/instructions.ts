import { instructionsContract, type ReceivedInstruction } from '#contract/instructions.ts'
import type { Instruction } from '#contract/relay/instruction.ts'
import {
  isSettled,
  longestMissing,
  longestWayMs,
  mostMissing,
  mostOutcomes,
  type InstructionOutcome,
  type InstructionState,
} from '#contract/relay/instruction-outcome.ts'
import { fail, ok } from '#contract/result.ts'
import { isoNow } from '../clock.ts'
import { isStorageError } from '../db/open.ts'
import { menu } from '../menu/menu.ts'
import { defineNoun } from '../noun.ts'
import { settings } from '../settings/settings.ts'
import { stations } from '../stations/stations.ts'
import { stock } from '../stock/stock.ts'
import { createCarryOut, type CarriedOut } from './carry-out.ts'
import { instructionRows, type InstructionRow } from './store.ts'

/** Older ones are shown and reported no longer. */
const shownForMs = 30 * 24 * 3_600_000
/** More would be no list that somebody reads. */
const mostShown = 200

const nothing = (state: Extract<InstructionState, 'refused' | 'too-old' | 'failed'>) => ({
  ...{ state, keys: [], missing: [] },
})

/**
 * The noun of instructions: what the chain of this store wants of it. Each is stored first and then
 * carried out, so that none is lost.
 */
export const instructions = defineNoun(instructionsContract, {
  needs: [settings, stations, stock, menu],
  tables: [instructionRows],
  create(context) {
    const { db, clock, agreed, log, use, notify, announce } = context
    const rows = context.rows(instructionRows)
    const carryOut = createCarryOut(context, (id) => rows.get(id)?.keys ?? [])
    /** Those that wait for the menu, as the screens know. */
    const waitingShown = new Set<string>()
    let isClosed = false
    let isWorking = false
    let isMore = false

    const newest = (most: number): InstructionRow[] =>
      rows.all(
        'received_at > ? ORDER BY received_at DESC, id LIMIT ?',
        new Date(clock.now() - shownForMs).toISOString(),
        most,
      )
    const waiting = (): InstructionRow[] =>
      rows.all(`state = 'waiting' ORDER BY received_at, id LIMIT 100`)

    /** Null while the store doesn't know its own menu, and so what a name means. */
    async function outcomeOf(instruction: Instruction) {
      if (!use(settings).current.chainInstructions) return nothing('refused')
      if (agreed.now() - Date.parse(instruction.sentAt) > longestWayMs) return nothing('too-old')
      if (use(menu).state.readAt === null) return null
      try {
        return await carryOut(instruction)
      } catch (cause) {
        if (isStorageError(cause)) throw cause
        log.error('instruction not carried out', { id: instruction.id, cause: String(cause) })
        return nothing('failed')
      }
    }

    function keep(id: string, { state, keys, missing }: CarriedOut | ReturnType<typeof nothing>) {
      const row = rows.get(id)
      if (row === null) return
      waitingShown.delete(id)
      const short = missing.slice(0, mostMissing).map((name) => name.slice(0, longestMissing))
      const names = use(stock).byName.namesOf(keys)
      db.transact(() => rows.put({ ...row, state, keys: [...keys], names, missing: short }))
      log.info('instruction of the chain', { id, kind: row.instruction.change.kind, state })
      notify({ type: 'instructions.changed' })
      void announce('instruction.settled', null)
    }

    async function workOff(): Promise<void> {
      for (const { id, instruction } of waiting()) {
        const outcome = await outcomeOf(instruction)
        if (isClosed) return
        if (outcome !== null) keep(id, outcome)
        else if (!waitingShown.has(id)) {
          waitingShown.add(id)
          notify({ type: 'instructions.changed' })
        }
      }
    }

    /** One after the other. What a full disk refuses is done later. */
    async function work(): Promise<void> {
      isMore = true
      if (isWorking) return
      isWorking = true
      try {
        while (isMore && !isClosed) {
          isMore = false
          await workOff()
        }
      } catch (cause) {
        if (!isClosed) log.warn('instruction waits', { cause: String(cause) })
      } finally {
        isWorking = false
      }
    }

    function confirmationOf({ instruction: { change }, keys }: InstructionRow, isEnded: boolean) {
      if (isEnded || keys.length === 0) return { confirmed: keys.length, changed: 0 }
      return use(stock).byName.confirmationOf(keys, change.kind !== 'on-sale')
    }
    const outcome = (row: InstructionRow, isEnded: boolean): InstructionOutcome => ({
      state: row.state,
      items: row.keys.length,
      ...confirmationOf(row, isEnded),
      missing: row.missing,
    })

    /** The newest ones, each with whether a later one put its items back on sale. */
    function newestWithEnd(most: number): [InstructionRow, isEnded: boolean][] {
      const found = newest(most)
      const ended = new Set(
        found.map(({ state, instruction: { change } }) =>
          change.kind === 'on-sale' && state === 'done' ? change.of : null,
        ),
      )
      return found.map((row) => [row, ended.has(row.id)])
    }

    function shown(row: InstructionRow, isEnded: boolean): ReceivedInstruction {
      const { id, chain, by, sentAt, reason, change } = row.instruction
      return {
        ...{ id, chain, by, sentAt, reason, change },
        ...outcome(row, isEnded),
        receivedAt: row.received_at,
        names: row.names,
        isSeen: row.seen === 1,
      }
    }

    return {
      handlers: {
        'instructions.list': () =>
          ok(newestWithEnd(mostShown).map(([row, isEnded]) => shown(row, isEnded))),
        'instructions.see'({ id }) {
          const row = rows.get(id)
          if (row === null) return fail('not-found')
          db.transact(() => rows.put({ ...row, seen: 1 }))
          notify({ type: 'instructions.changed' })
          return ok(null)
        },
      },
      api: {
        /**
         * Stores what the chain sent, to carry it out after the commit. One that was carried out
         * already is not again. Call it inside a transaction.
         */
        take(instruction: Instruction): void {
          const before = rows.get(instruction.id)
          if (before !== null && isSettled(before.state)) return
          rows.put({
            ...{ id: instruction.id, received_at: isoNow(clock), instruction, state: 'waiting' },
            ...{ keys: [], names: [], missing: [], seen: 0 },
          })
          clock.after(0, work)
        },
        /** What became of the last ones, for the chain. */
        outcomes: () =>
          newestWithEnd(mostOutcomes).map(([row, isEnded]) => ({
            id: row.id,
            ...outcome(row, isEnded),
          })),
      },
      /** What a crash, a full disk or a missing menu left. */
      everyBeat() {
        if (waiting().length > 0) void work()
      },
      close() {
        isClosed = true
      },
    }
  },
})
