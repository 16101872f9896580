import type { Context } from '../noun.ts'
import type { OutboxServices } from './outbox.ts'
import type { OutboxRows } from './rows.ts'
import type { OutboxEntry, OutboxKinds } from './rules.ts'

/** The pause after the disk refused a write. */
export const storageRetryMs = 5_000

/** A new state of an entry. */
export interface Step {
  entry: OutboxEntry
  /** The platform's answer if it accepted the request. */
  answer?: unknown
  /** A 401: the platform must be asked whether it is about the token or only about this entry. */
  doubtsToken?: boolean
  /** Nothing was sent, because the receiver is unreachable. */
  isAway?: boolean
}

type RecordContext = Pick<Context, 'db' | 'clock' | 'log' | 'notify'>

/** Writes the steps of entries, and notifies their nouns in the same transaction. */
export class StepRecord {
  readonly #context: RecordContext
  readonly #rows: OutboxRows
  readonly #kinds: OutboxKinds
  /** The pauses of outcomes that the disk refused: what ends each, and what cancels its timer. */
  readonly #pauses = new Map<() => void, () => void>()
  #stopped = false

  constructor(context: RecordContext, { rows, kinds }: OutboxServices) {
    this.#context = context
    this.#rows = rows
    this.#kinds = kinds()
  }

  /** Throws if the disk refuses them. */
  write(steps: readonly Step[]): void {
    this.#context.db.transact(() => {
      for (const { entry, answer } of steps) {
        // Deleted while it was being sent, which is possible only in lanes.
        if (entry.lane !== null && !this.#rows.has(entry.id)) continue
        this.#rows.save(entry)
        if (entry.needsDecision) this.#context.notify({ type: 'deliveries.changed' })
        this.#kinds[entry.kind].changed(entry, answer)
      }
    })
  }

  /**
   * Writes an outcome that is stored nowhere else: retries until the disk accepts it, and once more
   * at the stop.
   */
  async writeOutcome(steps: readonly Step[]): Promise<void> {
    for (;;)
      try {
        this.write(steps)
        return
      } catch (cause) {
        const id = steps[0]?.entry.id
        this.#context.log.error('outbox outcome not recorded', { id, cause: String(cause) })
        if (this.#stopped) return
        await this.#pause()
      }
  }

  /** Notifies the nouns of entries whose only change is what holds them up. */
  retell(entries: readonly OutboxEntry[]): void {
    this.#context.db.transact(() => {
      for (const entry of entries) this.#kinds[entry.kind].changed(entry)
    })
  }

  /** Retries the outcomes that the disk refused once more; the next start handles the rest. */
  stop(): void {
    this.#stopped = true
    for (const [end, cancelTimer] of this.#pauses) {
      cancelTimer()
      end()
    }
    this.#pauses.clear()
  }

  #pause(): Promise<void> {
    return new Promise((end) => {
      const cancelTimer = this.#context.clock.after(storageRetryMs, () => {
        this.#pauses.delete(end)
        end()
      })
      this.#pauses.set(end, cancelTimer)
    })
  }
}
