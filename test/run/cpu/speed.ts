import { createHash } from 'node:crypto'

/** CPU seconds of `work`, user and system, in this process. */
function cpuSecondsOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

interface Row {
  id: string
  name: string
  amount: number
  notes: string[]
}

/** A bit of everything that tests do: objects, JSON, sorting, text, and a hash. About 0.1 CPU s. */
function doFixedWork(): void {
  const rows: Row[] = Array.from({ length: 4000 }, (_, nth) => ({
    id: `order-${String(nth)}`,
    name: `Pizza ${String((nth * 7919) % 1000)}`,
    amount: nth % 5,
    notes: ['no onion', String(nth)],
  }))
  const hash = createHash('sha256')
  for (let round = 0; round < 6; round++) {
    const text = JSON.stringify(rows)
    const amounts = new Map<string, number>()
    const sorted = (JSON.parse(text) as Row[]).toSorted((one, other) =>
      one.name < other.name ? -1 : 1,
    )
    for (const { name, amount } of sorted) amounts.set(name, (amounts.get(name) ?? 0) + amount)
    hash.update(text.replaceAll(/Pizza (\d+)/g, (_, digits: string) => digits.padStart(4, '0')))
    hash.update(JSON.stringify([...amounts]).repeat(20))
  }
  hash.digest('hex')
}

/**
 * How slow this machine is: the CPU time of a fixed piece of work, at first and while the run goes
 * on, because a shared machine changes its pace.
 */
export class Speed {
  readonly #seconds: number[] = []

  /** Does the work a few times. The first one, which compiles it, doesn't count. */
  measureFirst(): void {
    cpuSecondsOf(doFixedWork)
    for (let nth = 0; nth < 10; nth++) this.measure()
  }

  /** Does the work once. */
  measure(): void {
    this.#seconds.push(cpuSecondsOf(doFixedWork))
  }

  /** Milliseconds of the work, on average. */
  get milliseconds(): number {
    return (this.#seconds.reduce((sum, each) => sum + each, 0) / this.#seconds.length) * 1000
  }
}
