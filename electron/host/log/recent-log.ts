import { isoNow, type Clock } from '../clock/clock.ts'
import type { Log } from '../core/log.ts'

export interface LogLine {
  readonly at: string
  readonly level: keyof Log
  readonly event: string
  readonly facts: NonNullable<Parameters<Log['info']>[1]>
}

const maxLines = 300

/** A log that also remembers its last lines, for the support file. */
export class RecentLog implements Log {
  readonly #log: Log
  readonly #clock: Clock
  readonly #lines: LogLine[] = []

  constructor(log: Log, clock: Clock) {
    this.#log = log
    this.#clock = clock
  }

  info(event: string, facts?: LogLine['facts']): void {
    this.#write('info', event, facts)
  }

  warn(event: string, facts?: LogLine['facts']): void {
    this.#write('warn', event, facts)
  }

  error(event: string, facts?: LogLine['facts']): void {
    this.#write('error', event, facts)
  }

  lines(): LogLine[] {
    return [...this.#lines]
  }

  #write(level: keyof Log, event: string, facts: LogLine['facts'] = {}): void {
    this.#lines.push({ at: isoNow(this.#clock), level, event, facts })
    if (this.#lines.length > maxLines) this.#lines.shift()
    this.#log[level](event, facts)
  }
}
