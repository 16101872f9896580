/** What an operation did to a subject, and how often. */
export interface Effect {
  operation: string
  subject: string
  count: number
}

/** Counts effects, so that a test can tell "once" from "twice" if the answers look the same. */
export class Effects {
  readonly #effects = new Map<string, Effect>()

  happened(operation: string, subject: string): void {
    const key = `${operation} ${subject}`
    const effect = this.#effects.get(key) ?? { operation, subject, count: 0 }
    this.#effects.set(key, { ...effect, count: effect.count + 1 })
  }

  list(): Effect[] {
    return [...this.#effects.values()]
  }
}
