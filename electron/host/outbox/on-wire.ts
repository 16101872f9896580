import type { OutboxEntry } from './rules.ts'

/** The requests that are running, and the entries that they send. */
export class OnWire {
  /** The subjects of the entries by their ids. */
  readonly #subjects = new Map<string, string>()
  /** The lane of each request; null for the platform's. */
  readonly #lanes = new Map<Promise<unknown>, string | null>()

  has(id: string): boolean {
    return this.#subjects.has(id)
  }

  get entryCount(): number {
    return this.#subjects.size
  }

  get platformRequests(): number {
    return [...this.#lanes.values()].filter((lane) => lane === null).length
  }

  subjects(): Set<string> {
    return new Set(this.#subjects.values())
  }

  usesLane(lane: string): boolean {
    return [...this.#lanes.values()].includes(lane)
  }

  addEntries(entries: readonly OutboxEntry[]): void {
    for (const { id, subject } of entries) this.#subjects.set(id, subject)
  }

  removeEntries(entries: readonly OutboxEntry[]): void {
    for (const { id } of entries) this.#subjects.delete(id)
  }

  /** Counts a request until it has ended. It never rejects. */
  addRequest(running: Promise<void>, lane: string | null): void {
    const request = running.finally(() => this.#lanes.delete(request))
    this.#lanes.set(request, lane)
  }

  /** Resolves when the requests that run now have ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#lanes.keys())
  }
}
