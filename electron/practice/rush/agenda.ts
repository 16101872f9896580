/** What is to happen later, on one timer. */
interface Agenda {
  /** Has `act` done at an epoch millisecond; what is due at once is done in the order of its times. */
  plan(at: number, act: () => void): void
  /** Forgets everything. */
  clear(): void
}

/** The longest that one timer can wait. */
const longest = 2 ** 31 - 1

export function createAgenda(now: () => number): Agenda {
  let entries: { at: number; act: () => void }[] = []
  let timer: NodeJS.Timeout | undefined

  function arm(): void {
    clearTimeout(timer)
    const [first] = entries
    if (first === undefined) return
    timer = setTimeout(() => run(first.at), Math.min(longest, Math.max(0, first.at - now())))
  }

  function run(until: number): void {
    const due = entries.filter(({ at }) => at <= until)
    entries = entries.filter(({ at }) => at > until)
    for (const { act } of due) act()
    arm()
  }

  return {
    plan(at, act) {
      entries = [...entries, { at, act }].sort((one, other) => one.at - other.at)
      arm()
    },
    clear() {
      clearTimeout(timer)
      entries = []
    },
  }
}
