import { readProcesses, type ProcessTimes } from './processes.ts'

interface Known extends ProcessTimes {
  /** As first seen: it stays the parent of a process that outlives it. */
  readonly parentProcess: Known | null
  /** Its time is counted in its parent, which waited for it. */
  isInParent: boolean
}

/**
 * Adds up the CPU time of process trees from samples. The system's own sums lack what a killed
 * parent didn't wait for, such as the renderers of a browser: a third of the time of a journey. The
 * last moments of such a process, since the sample before its end, are missing here too.
 */
export class CpuMeter {
  readonly #read: () => ProcessTimes[]
  /** All processes ever seen, by pid and start. */
  readonly #known = new Map<string, Known>()
  /** Those of the last sample, by pid. */
  #alive = new Map<number, Known>()

  constructor(read: () => ProcessTimes[] = readProcesses) {
    this.#read = read
  }

  /** Looks at all processes. Call it about twice a second while something runs. */
  sample(): void {
    const found = new Map(this.#read().map((each) => [each.pid, each]))
    const before = this.#alive
    this.#alive = new Map()
    const gained = new Map<Known, number>()
    for (const times of found.values()) {
      const known = this.#remember(times, found)
      gained.set(known, times.ofEnded - known.ofEnded)
      known.own = times.own
      known.ofEnded = times.ofEnded
    }
    for (const known of before.values())
      if (this.#alive.get(known.pid) !== known) takeFromAncestor(known, gained)
  }

  /** Finds a process among the known ones, or adds it with its parents. */
  #remember(times: ProcessTimes, found: ReadonlyMap<number, ProcessTimes>): Known {
    const key = `${String(times.pid)} ${String(times.startedAt)}`
    let known = this.#known.get(key)
    if (known === undefined) {
      const parent = found.get(times.parent)
      const parentProcess = parent === undefined ? null : this.#remember(parent, found)
      known = { ...times, parentProcess, isInParent: false }
      this.#known.set(key, known)
    }
    this.#alive.set(times.pid, known)
    return known
  }

  /** CPU seconds of a process and all that it started, as of the last sample; 0 if never seen. */
  under(pid: number): number {
    let sum = 0
    for (const known of this.#known.values())
      if (!known.isInParent && isUnder(known, pid)) sum += known.own + known.ofEnded
    return sum
  }
}

/**
 * Marks an ended process whose time is in the sum of its parent. If the parent ended in the same
 * moment, both may be in the sum of the next one that lives.
 */
function takeFromAncestor(ended: Known, gained: Map<Known, number>): void {
  let living = ended.parentProcess
  while (living !== null && !gained.has(living)) living = living.parentProcess
  // What this program itself waited for stays where it is asked for.
  if (living === null || living.pid === process.pid) return
  const rest = (gained.get(living) ?? 0) - ended.own - ended.ofEnded
  if (rest < 0) return
  gained.set(living, rest)
  ended.isInParent = true
}

function isUnder(known: Known, pid: number): boolean {
  for (let each: Known | null = known; each !== null; each = each.parentProcess)
    if (each.pid === pid) return true
  return false
}
