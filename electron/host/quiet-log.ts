import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

/** How many lines of a kind are written at once. */
const mostAtOnce = 5
/** After that, one line a minute with the number of lines it stands for. */
const pauseMs = 60_000
/** Further kinds share one limit, because facts can come from outside. */
const mostKinds = 200
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

const kindOf = (level: Level, event: string, facts: Facts = {}): string =>
  [level, event, ...distinguishingFacts.map((name) => String(facts[name] ?? '').slice(0, 60))].join(
    '\n',
  )

/**
 * Limits a log so that nobody can fill it: of each kind the first five lines are written, then one
 * a minute whose `more` says how many it stands for. Each shell wraps its log in it, so it applies
 * to every line.
 */
export function quietLog(log: Log, after: Clock['after'] = afterUnreferenced): Log {
  const kinds = new Map<string, Kind>()

  function wait(name: string, kind: Kind): void {
    after(pauseMs, () => {
      if (kind.more === 0) kinds.delete(name)
      else {
        kind.write()
        kind.more = 0
        wait(name, kind)
      }
    })
  }

  const write =
    (level: Level): Log['info'] =>
    (event, facts) => {
      const own = kindOf(level, event, facts)
      const name = kinds.has(own) || kinds.size < mostKinds ? own : 'others'
      let kind = kinds.get(name)
      if (kind === undefined) {
        kind = { written: 0, more: 0, write: () => undefined }
        kinds.set(name, kind)
        wait(name, kind)
      }
      if (kind.written < mostAtOnce) {
        kind.written++
        log[level](event, facts)
        return
      }
      kind.more++
      const { more } = kind
      kind.write = () => log[level](event, { ...facts, more })
    }
  return { info: write('info'), warn: write('warn'), error: write('error') }
}
