import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { ChosenStore } from './chosen-store.ts'

/** The bearers of events: one, or two while senders change over. */
export class Bearers {
  readonly #store: ChosenStore
  readonly #onChange: (joined: string) => void

  /** `onChange` gets them, one per line; the store stays open. */
  constructor(store: ChosenStore, onChange: (joined: string) => void) {
    this.#store = store
    this.#onChange = onChange
  }

  first(): string | null {
    return this.#all()[0] ?? null
  }

  async add(token: string): Promise<Result<null>> {
    const all = this.#all()
    // The practice store has its own.
    if (!this.#store.isReal || all.length > 1) return fail('too-late')
    return all.includes(token) ? ok(null) : this.#save([...all, token])
  }

  async remove(nth: number): Promise<Result<null>> {
    const all = this.#all()
    // The last one stays: without it no event would arrive.
    if (!this.#store.isReal || all.length < 2) return fail('too-late')
    return this.#save(all.filter((_, position) => position !== nth))
  }

  #all(): string[] {
    const joined = this.#store.secrets.read('webhook-token')
    return joined?.split('\n').map((each) => each.trim()) ?? []
  }

  async #save(next: readonly string[]): Promise<Result<null>> {
    const joined = next.join('\n')
    const saved = await this.#store.saveSecret('webhook-token', joined)
    if (saved.ok) this.#onChange(joined)
    return saved
  }
}
