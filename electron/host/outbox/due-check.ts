/** Decides when the worker checks the outbox: after a commit, and once for work of many transactions. */
export class DueCheck {
  /** Makes the worker check in a later turn. */
  readonly #check: () => void
  #hasChanged = false
  /** It was committed, and the worker was not notified yet. */
  #isDue = false
  /** How many works of many transactions are running. */
  #gradual = 0

  constructor(check: () => void) {
    this.#check = check
  }

  /** The open transaction added or removed an entry. */
  changed(): void {
    this.#hasChanged = true
  }

  committed(): void {
    this.#isDue ||= this.#hasChanged
    this.#hasChanged = false
    this.#checkIfDue()
  }

  rolledBack(): void {
    this.#hasChanged = false
  }

  /** Runs work of many transactions; the worker checks once, at its end. */
  async gradually<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#gradual += 1
    try {
      return await work()
    } finally {
      this.#gradual -= 1
      this.#checkIfDue()
    }
  }

  #checkIfDue(): void {
    if (!this.#isDue || this.#gradual > 0) return
    this.#isDue = false
    this.#check()
  }
}
