import { randomUUID } from 'node:crypto'
import type { NatsConnection } from '@nats-io/transport-node'
import type { FleetInstruction } from '#contract/relay/fleet-instruction.ts'
import type { FleetUser } from '#contract/relay/fleet.ts'
import { isSettled } from '#contract/relay/instruction-outcome.ts'
import { maxInstructionBytes, type InstructionDraft } from '#contract/relay/instruction.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { Clock } from '#host/clock/clock.ts'
import type { Log } from '#host/core/log.ts'
import { checkDraft } from './check-draft.ts'
import { InstructionList } from './instruction-list.ts'
import { publishSigned, type CommonInstruction, type Publication } from './publish-signed.ts'
import type { StoreTable } from './store-table.ts'

/** Room for the ids of the store: 100 letters each, of which JSON may write each with 6 bytes. */
const maxPlace = 1_300

interface InstructionParts {
  clock: Pick<Clock, 'now'>
  log: Log
  table: StoreTable
  /** The name of the chain. */
  chain: string
  /** PEM; null if nothing can be signed. */
  signingKey: string | null
}

interface Sender {
  signingKey: string
  connection: NatsConnection
}

/**
 * The changes that a chain's admins send to its stores. Nothing of a change but its kind is logged,
 * and not who sent it or why.
 */
export class Instructions {
  readonly #parts: InstructionParts
  readonly #list: InstructionList
  /** Two servers count their lists' versions differently. */
  readonly #server = randomUUID()
  #nats: NatsConnection | null = null

  constructor(parts: InstructionParts) {
    this.#parts = parts
    this.#list = new InstructionList(parts)
  }

  /** Whether this server has a key. */
  get canSign(): boolean {
    return this.#parts.signingKey !== null
  }

  /** Another text for each list. */
  get tag(): string {
    return `${this.#server}-${String(this.#list.version)}`
  }

  /** Follows what is sent by any server of the chain. Rejects if NATS can't give it. */
  async follow(connection: NatsConnection, replicas: number): Promise<void> {
    await this.#list.follow(connection, replicas)
    this.#nats = connection
  }

  /** The newest first; null until NATS has given them. */
  all(): FleetInstruction[] | null {
    return this.#list.isKnown ? this.#list.all() : null
  }

  /**
   * Sends a change to stores. Fails with `bad-input` (`detail` names the field), or with
   * `unreachable`: then nothing was sent.
   */
  async send(user: FleetUser, draft: InstructionDraft): Promise<Result<FleetInstruction>> {
    const sender = this.#sender()
    if (sender === null) return fail('unreachable')
    const checked = checkDraft(draft, {
      hasStore: (key) => this.#parts.table.has(key),
      findInstruction: (id) => this.#list.find(id),
    })
    if (!checked.ok) return checked
    const { reason, change, stores } = checked.value
    const sentAt = this.#parts.clock.now()
    const record: FleetInstruction = {
      ...{ id: randomUUID(), by: user.name, sentAt, reason, change, stores },
      // A server that ends while it sends leaves it so, and somebody sends it again.
      unsent: stores,
    }
    if (this.#isTooLong(record)) return fail('bad-input', 'change')
    if (!(await this.#save(record))) return fail('unreachable')
    const failed = await this.#publish(sender, record, { stores, attempt: '' })
    const sent = { ...record, unsent: stores.filter((key) => failed.has(key)) }
    await this.#save(sent)
    return ok(sent)
  }

  /**
   * Sends an instruction once more to those of its stores that haven't carried it out. Fails with
   * `not-found`, or with `unreachable` if it reached none of them.
   */
  async sendAgain(id: string): Promise<Result<FleetInstruction>> {
    const sender = this.#sender()
    if (sender === null) return fail('unreachable')
    const record = this.#list.find(id)
    if (record === null) return fail('not-found')
    const stores = this.#notSettled(record)
    const failed = await this.#publish(sender, record, { stores, attempt: randomUUID() })
    if (stores.length > 0 && failed.size === stores.length) return fail('unreachable')
    const reached = new Set(stores.filter((key) => !failed.has(key)))
    // Another server may have sent it meanwhile.
    const latest = this.#list.find(id) ?? record
    const sent = { ...latest, unsent: latest.unsent.filter((key) => !reached.has(key)) }
    if (sent.unsent.length < latest.unsent.length) await this.#save(sent)
    return ok(sent)
  }

  stop(): void {
    this.#list.stop()
  }

  /** Null without a key or before NATS is followed. */
  #sender(): Sender | null {
    const { signingKey } = this.#parts
    return this.#nats === null || signingKey === null
      ? null
      : { signingKey, connection: this.#nats }
  }

  /** The instruction as it is signed now: a store refuses one that was signed a week ago. */
  #signable({ id, by, reason, change }: FleetInstruction): CommonInstruction {
    const { clock, chain } = this.#parts
    const sentAt = new Date(clock.now()).toISOString()
    return { version: 1, id, chain, by, sentAt, reason, change }
  }

  #isTooLong(record: FleetInstruction): boolean {
    const bytes = Buffer.byteLength(JSON.stringify(this.#signable(record)))
    return bytes + maxPlace > maxInstructionBytes
  }

  /** Returns false if NATS can't store it. */
  async #save(record: FleetInstruction): Promise<boolean> {
    try {
      await this.#list.save(record)
      return true
    } catch (cause) {
      this.#parts.log.warn('instruction not stored', {
        id: record.id,
        cause: cause instanceof Error ? cause.message : '',
      })
      return false
    }
  }

  /** Sends a record to some of its stores. Resolves with those to which it couldn't be sent. */
  async #publish(
    { signingKey, connection }: Sender,
    record: FleetInstruction,
    { stores, attempt }: Pick<Publication, 'stores' | 'attempt'>,
  ): Promise<Set<string>> {
    const instruction = this.#signable(record)
    const failed = await publishSigned(connection, { signingKey, instruction, stores, attempt })
    const { id, change } = record
    const event = attempt === '' ? 'instruction sent' : 'instruction sent again'
    const counts = { stores: stores.length, unsent: failed.size }
    this.#parts.log.info(event, { id, kind: change.kind, ...counts })
    return failed
  }

  /** Stores that haven't reported the instruction, or couldn't carry it out. */
  #notSettled({ id, stores }: FleetInstruction): string[] {
    const { table } = this.#parts
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
}
