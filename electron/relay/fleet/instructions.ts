import { randomUUID } from 'node:crypto'
import type { NatsConnection } from '@nats-io/transport-node'
import type { FleetInstruction } from '#contract/relay/fleet-instruction.ts'
import type { FleetUser } from '#contract/relay/fleet.ts'
import { isSettled } from '#contract/relay/instruction-outcome.ts'
import { longestInstruction, type InstructionDraft } from '#contract/relay/instruction.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Clock } from '#host/clock.ts'
import type { Log } from '#host/log.ts'
import { checkDraft } from './check-draft.ts'
import { createInstructionList } from './instruction-list.ts'
import { publishSigned, type CommonInstruction, type Publication } from './publish-signed.ts'
import type { StoreTable } from './store-table.ts'

/** Room for the ids of the store: 100 letters each, of which JSON may write each with 6 bytes. */
const longestPlace = 1_300

interface InstructionParts {
  clock: Pick<Clock, 'now'>
  log: Log
  table: StoreTable
  /** The name of the chain. */
  chain: string
  /** PEM; null if nothing can be signed. */
  signingKey: string | null
}

const causeOf = (cause: unknown): string => (cause instanceof Error ? cause.message : '')

/**
 * The changes that a chain's admins send to its stores. Nothing of a change but its kind is logged,
 * and not who sent it or why.
 */
export function createInstructions({ clock, log, table, chain, signingKey }: InstructionParts) {
  const list = createInstructionList({ clock, log })
  /** Two servers count their lists' versions differently. */
  const server = randomUUID()
  let nats: NatsConnection | null = null

  /** The instruction as it is signed now: a store refuses one that was signed a week ago. */
  const asInstruction = ({ id, by, reason, change }: FleetInstruction): CommonInstruction => ({
    ...{ version: 1, id, chain, by, sentAt: new Date(clock.now()).toISOString(), reason, change },
  })
  const isTooLong = (record: FleetInstruction): boolean =>
    Buffer.byteLength(JSON.stringify(asInstruction(record))) + longestPlace > longestInstruction

  /** Stores a record. Returns false if NATS can't. */
  const store = (record: FleetInstruction): Promise<boolean> =>
    list.put(record).then(
      () => true,
      (cause: unknown) => {
        log.warn('instruction not stored', { id: record.id, cause: causeOf(cause) })
        return false
      },
    )
  /** Sends a record to some of its stores. Resolves with those to which it couldn't be sent. */
  async function publish(
    { signingKey: key, connection }: { signingKey: string; connection: NatsConnection },
    record: FleetInstruction,
    { stores, attempt }: Pick<Publication, 'stores' | 'attempt'>,
  ): Promise<Set<string>> {
    const instruction = asInstruction(record)
    const failed = await publishSigned(connection, {
      ...{ signingKey: key, instruction, stores, attempt },
    })
    const { id, change } = record
    const event = attempt === '' ? 'instruction sent' : 'instruction sent again'
    log.info(event, { id, kind: change.kind, stores: stores.length, unsent: failed.size })
    return failed
  }

  /** Stores that haven't reported the instruction, or couldn't carry it out. */
  function notSettled({ id, stores }: FleetInstruction): string[] {
    const outcomes = new Map(
      table
        .all()
        .map((store) => [store.id, store.status?.instructions.find((each) => each.id === id)]),
    )
    return stores.filter((key) => {
      const state = outcomes.get(key)?.state
      return table.has(key) && (state === undefined || !isSettled(state))
    })
  }

  return {
    /** Whether this server has a key. */
    canSign: signingKey !== null,
    /** Follows what is sent by any server of the chain. Rejects if NATS can't give it. */
    async follow(connection: NatsConnection, replicas: number): Promise<void> {
      await list.follow(connection, replicas)
      nats = connection
    },
    /** Another text for each list. */
    tag: (): string => `${server}-${String(list.version())}`,
    /** The newest first; null until NATS has given them. */
    all: (): FleetInstruction[] | null => (list.isKnown() ? list.all() : null),
    /**
     * Sends a change to stores. Fails with `bad-input` (`detail` names the field), or with
     * `unreachable`: then nothing was sent.
     */
    async send(user: FleetUser, given: InstructionDraft): Promise<Result<FleetInstruction>> {
      if (nats === null || signingKey === null) return fail('unreachable')
      const checked = checkDraft(given, { hasStore: table.has, findInstruction: list.find })
      if (!checked.ok) return checked
      const { reason, change, stores } = checked.value
      const record: FleetInstruction = {
        ...{ id: randomUUID(), by: user.name, sentAt: clock.now(), reason, change, stores },
        // A server that ends while it sends leaves it so, and somebody sends it again.
        unsent: stores,
      }
      if (isTooLong(record)) return fail('bad-input', 'change')
      if (!(await store(record))) return fail('unreachable')
      const sender = { signingKey, connection: nats }
      const failed = await publish(sender, record, { stores, attempt: '' })
      const sent = { ...record, unsent: stores.filter((key) => failed.has(key)) }
      await store(sent)
      return ok(sent)
    },
    /**
     * Sends an instruction once more to those of its stores that haven't carried it out. Fails with
     * `not-found`, or with `unreachable` if it reached none of them.
     */
    async again(id: string): Promise<Result<FleetInstruction>> {
      if (nats === null || signingKey === null) return fail('unreachable')
      const record = list.find(id)
      if (record === null) return fail('not-found')
      const stores = notSettled(record)
      const sender = { signingKey, connection: nats }
      const failed = await publish(sender, record, { stores, attempt: randomUUID() })
      if (stores.length > 0 && failed.size === stores.length) return fail('unreachable')
      const reached = new Set(stores.filter((key) => !failed.has(key)))
      // Another server may have sent it meanwhile.
      const latest = list.find(id) ?? record
      const sent = { ...latest, unsent: latest.unsent.filter((key) => !reached.has(key)) }
      if (sent.unsent.length < latest.unsent.length) await store(sent)
      return ok(sent)
    },
    stop: list.stop,
  }
}

export type Instructions = ReturnType<typeof createInstructions>
