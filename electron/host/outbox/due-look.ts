/**
 * When the worker looks at the outbox: once what was put in is on disk, and once for all of what goes in many transactions.
 * `look` has the worker look, in a later turn.
 */
export function createDueLook(look: () => void) {
  let hasChanged = false
  /** It was committed, and the worker has not been told. */
  let isDue = false
  /** How much is under way of what goes in many transactions. */
  let gradual = 0

  function lookIfDue(): void {
    if (!isDue || gradual > 0) return
    isDue = false
    look()
  }

  return {
    /** Something was put in, or taken out, in the transaction that is open. */
    changed() {
      hasChanged = true
    },
    committed() {
      isDue ||= hasChanged
      hasChanged = false
      lookIfDue()
    },
    rolledBack() {
      hasChanged = false
    },
    /** Work of many transactions: the worker looks once, at its end. */
    async gradually<Value>(work: () => Promise<Value>): Promise<Value> {
      gradual += 1
      try {
        return await work()
      } finally {
        gradual -= 1
        lookIfDue()
      }
    },
  }
}
