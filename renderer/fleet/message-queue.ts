import type { FleetMessage } from '#contract/relay/fleet.ts'
import { nextTurn } from '../clock/next-turn.ts'

/**
 * Reads the messages of a stream one after the other, each in a task of its own: a browser hands
 * over all that have arrived at once.
 */
export class MessageQueue {
  readonly #texts: string[] = []
  readonly #take: (message: FleetMessage) => void
  #isReading = false

  constructor(take: (message: FleetMessage) => void) {
    this.#take = take
  }

  add(text: string): void {
    this.#texts.push(text)
    if (!this.#isReading) void this.#read()
  }

  async #read(): Promise<void> {
    this.#isReading = true
    for (let text = this.#texts.shift(); text !== undefined; text = this.#texts.shift()) {
      this.#take(JSON.parse(text) as FleetMessage)
      await nextTurn()
    }
    this.#isReading = false
  }
}
