import { readProcesses, type ProcessTimes } from './processes.ts'

interface SeenProcess extends ProcessTimes {
  /** As first seen: it stays the parent of a process that outlives it. */
  readonly parentProcess: SeenProcess | null
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
  readonly #seen = new Map<string, SeenProcess>()
  /** Those of the last sample, by pid. */
  #alive = new Map<number, SeenProcess>()

  constructor(read: () => ProcessTimes[] = readProcesses) {
    this.#read = read
  }

  /** Looks at all processes. Call it about twice a second while something runs. */
  sample(): void {
    const timesByPid = new Map(this.#read().map((each) => [each.pid, each]))
    const before = this.#alive
    this.#alive = new Map()
    const gained = new Map<SeenProcess, number>()
    for (const times of timesByPid.values()) {
      const seen = this.#remember(times, timesByPid)
      gained.set(seen, times.ofEnded - seen.ofEnded)
      seen.own = times.own
      seen.ofEnded = times.ofEnded
    }
    for (const seen of before.values())
      if (this.#alive.get(seen.pid) !== seen) takeFromAncestor(seen, gained)
  }

  /** Finds a process among those seen, or adds it with its parents. */
  #remember(times: ProcessTimes, timesByPid: ReadonlyMap<number, ProcessTimes>): SeenProcess {
    const key = `${String(times.pid)} ${String(times.startedAt)}`
    let seen = this.#seen.get(key)
    if (seen === undefined) {
      const parent = timesByPid.get(times.parent)
      const parentProcess = parent === undefined ? null : this.#remember(parent, timesByPid)
      seen = { ...times, parentProcess, isInParent: false }
      this.#seen.set(key, seen)
    }
    this.#alive.set(times.pid, seen)
    return seen
  }

  /** CPU seconds of a process and all that it started, as of the last sample; 0 if never seen. */
  under(pid: number): number {
    let sum = 0
    for (const seen of this.#seen.values())
      if (!seen.isInParent && isUnder(seen, pid)) sum += seen.own + seen.ofEnded
    return sum
  }
}

/**
 * Marks an ended process whose time is in the sum of its parent. If the parent ended in the same
 * moment, both may be in the sum of the next one that lives.
 */
function takeFromAncestor(ended: SeenProcess, gained: Map<SeenProcess, number>): void {
  let living = ended.parentProcess
  while (living !== null && !gained.has(living)) living = living.parentProcess
  // What this program itself waited for stays where it is asked for.
  if (living === null || living.pid === process.pid) return
  const rest = (gained.get(living) ?? 0) - ended.own - ended.ofEnded
  if (rest < 0) return
  gained.set(living, rest)
  ended.isInParent = true
}

function isUnder(seen: SeenProcess, pid: number): boolean {
  for (let each: SeenProcess | null = seen; each !== null; each = each.parentProcess)
    if (each.pid === pid) return true
  return false
}
