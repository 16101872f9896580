import { readdirSync, readFileSync } from 'node:fs'

/** What Linux says of one process. Times are CPU seconds, user and system together. */
export interface ProcessTimes {
  pid: number
  parent: number
  /** Since the machine's start, in ticks: tells two processes with the same pid apart. */
  startedAt: number
  own: number
  /** Of ended children that the process waited for, their own ended children included. */
  ofEnded: number
}

/** Linux counts in ticks of 10 ms (USER_HZ), whatever the kernel's own tick is. */
const ticksPerSecond = 100

/** One process by its pid, or `self`; null if it is gone, or where there is no /proc. */
export function readProcess(pid: string): ProcessTimes | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program is in brackets and may contain anything. Fields: man 5 proc_pid_stat.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    return {
      pid: Number(pid),
      parent,
      startedAt: fields[19] ?? 0,
      own: (user + system) / ticksPerSecond,
      ofEnded: (endedUser + endedSystem) / ticksPerSecond,
    }
  } catch {
    // It has just ended.
    return null
  }
}

/** All processes of this machine; empty where there is no /proc. */
export function readProcesses(): ProcessTimes[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(readProcess)
    .filter((times) => times !== null)
}
