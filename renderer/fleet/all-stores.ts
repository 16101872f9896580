import type { FleetMessage, FleetStore } from '#contract/relay/fleet.ts'
import { nextFrame } from '../clock/next-frame.ts'
import { nextTurn } from '../clock/next-turn.ts'
import { followFleet, noFleet, type Fleet } from './fleet-stores.ts'

/**
 * Reads the list of all stores, some in each task: the browser brings a list of thousands faster
 * than a slow computer can take it in.
 */
export class AllStores {
  readonly #stopping = new AbortController()
  #fleet: Fleet = noFleet
  /** What the stream has said of stores meanwhile; null for one that is gone. It is newer. */
  readonly #newer = new Map<string, FleetStore | null>()

  note(message: FleetMessage): void {
    for (const store of message.stores) this.#newer.set(store.id, store)
    if (message.type === 'changed') for (const id of message.gone) this.#newer.set(id, null)
  }

  stop(): void {
    this.#stopping.abort()
  }

  /** Resolves with all stores, or with null if they couldn't be read. */
  async read(): Promise<Fleet | null> {
    // Those that are there are drawn first.
    await nextFrame()
    await nextFrame()
    try {
      const { signal } = this.#stopping
      const answer = await fetch('stores', { signal })
      if (!answer.ok || answer.body === null) return null
      for await (const line of linesOf(answer.body)) {
        this.#add(JSON.parse(line) as FleetStore[])
        await nextTurn()
      }
      return this.#withNewer()
    } catch {
      return null
    }
  }

  #add(stores: readonly FleetStore[]): void {
    const byId = new Map(this.#fleet.byId)
    for (const store of stores) byId.set(store.id, store)
    this.#fleet = followFleet(this.#fleet, byId)
  }

  #withNewer(): Fleet {
    const byId = new Map(this.#fleet.byId)
    for (const [id, store] of this.#newer)
      if (store === null) byId.delete(id)
      else byId.set(id, store)
    return followFleet(this.#fleet, byId)
  }
}

/** The lines of a text as it comes in. Nothing is read before the line before it was taken. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    text += decoder.decode(value, { stream: true })
    const lines = text.split('\n')
    text = lines.pop() ?? ''
    yield* lines
  }
}
