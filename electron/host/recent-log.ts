import { isoNow, type Clock } from './clock.ts'
import type { Log } from './log.ts'

export interface LogLine {
  readonly at: string
  readonly level: keyof Log
  readonly event: string
  readonly facts: NonNullable<Parameters<Log['info']>[1]>
}

const mostLines = 300

/** A log that also remembers its last lines, for the support file. */
export function createRecentLog(log: Log, clock: Clock): { log: Log; recent(): LogLine[] } {
  const lines: LogLine[] = []
  const write =
    (level: keyof Log): Log['info'] =>
    (event, facts = {}) => {
      lines.push({ at: isoNow(clock), level, event, facts })
      if (lines.length > mostLines) lines.shift()
      log[level](event, facts)
    }
  return {
    log: { info: write('info'), warn: write('warn'), error: write('error') },
    recent: () => [...lines],
  }
}
