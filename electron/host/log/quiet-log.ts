import type { Clock } from '../clock/clock.ts'
import type { Log } from '../core/log.ts'

/** How many lines of a kind are written at once. */
const maxAtOnce = 5
/** After that, one line a minute with the number of lines it stands for. */
const pauseMs = 60_000
/** Further kinds share one limit, because facts can come from outside. */
const maxKinds = 200
/** Facts from closed lists that distinguish lines of the same event. */
const distinguishingFacts = ['status', 'code', 'kind', 'in', 'what', 'operation', 'table']

type Level = keyof Log
type Facts = Parameters<Log['info']>[1]

interface Kind {
  written: number
  /** How many lines were skipped since. */
  more: number
  write(): void
}

const afterUnreferenced: Clock['after'] = (milliseconds, run) => {
  // A pending log line must not keep the process alive.
  const timer = setTimeout(() => void run(), milliseconds).unref()
  return () => {
    clearTimeout(timer)
  }
}

const nameOf = (level: Level, event: string, facts: Facts = {}): string =>
  [level, event, ...distinguishingFacts.map((name) => String(facts[name] ?? '').slice(0, 60))].join(
    '\n',
  )

/**
 * Limits a log so that nobody can fill it: of each kind the first five lines are written, then one
 * a minute whose `more` says how many it stands for. Each shell wraps its log in it, so it applies
 * to every line.
 */
export class QuietLog implements Log {
  readonly #log: Log
  readonly #after: Clock['after']
  readonly #kinds = new Map<string, Kind>()

  constructor(log: Log, after: Clock['after'] = afterUnreferenced) {
    this.#log = log
    this.#after = after
  }

  info(event: string, facts?: Facts): void {
    this.#write('info', event, facts)
  }

  warn(event: string, facts?: Facts): void {
    this.#write('warn', event, facts)
  }

  error(event: string, facts?: Facts): void {
    this.#write('error', event, facts)
  }

  #write(level: Level, event: string, facts: Facts): void {
    const kind = this.#kindOf(level, event, facts)
    if (kind.written < maxAtOnce) {
      kind.written++
      this.#log[level](event, facts)
      return
    }
    kind.more++
    const { more } = kind
    kind.write = () => this.#log[level](event, { ...facts, more })
  }

  #kindOf(level: Level, event: string, facts: Facts): Kind {
    const own = nameOf(level, event, facts)
    const name = this.#kinds.has(own) || this.#kinds.size < maxKinds ? own : 'others'
    const existing = this.#kinds.get(name)
    if (existing !== undefined) return existing
    const kind: Kind = { written: 0, more: 0, write: () => undefined }
    this.#kinds.set(name, kind)
    this.#wait(name, kind)
    return kind
  }

  #wait(name: string, kind: Kind): void {
    this.#after(pauseMs, () => this.#endPause(name, kind))
  }

  #endPause(name: string, kind: Kind): void {
    if (kind.more === 0) {
      this.#kinds.delete(name)
      return
    }
    kind.write()
    kind.more = 0
    this.#wait(name, kind)
  }
}
