import type { Clock } from './clock.ts'
import type { Log } from './log.ts'

/** So many lines of a kind are written as they come. */
const mostAtOnce = 5
/** Then one a minute, with how many it stands for. */
const pauseMs = 60_000
/** Kinds beyond this share one limit: facts may be somebody else's. */
const mostKinds = 200
/** Facts from closed lists that tell lines of the same event apart. */
const notification = ['status', 'code', 'kind', 'in', 'what', 'operation', 'table']

type Level = keyof Log
type Facts = Parameters<Log['info']>[1]

interface Kind {
  written: number
  /** How many were not written since. */
  more: number
  write(): void
}

const unheld: Clock['after'] = (milliseconds, run) => {
  // A process does not stay for a line of its log.
  const timer = setTimeout(() => void run(), milliseconds).unref()
  return () => {
    clearTimeout(timer)
  }
}

const kindOf = (level: Level, event: string, facts: Facts = {}): string =>
  [level, event, ...notification.map((name) => String(facts[name] ?? '').slice(0, 60))].join('\n')

/**
 * The same log, which nobody can fill: of each kind of line the first five are written as they come, and then one a
 * minute, whose `more` says how many others it stands for. A shell puts it around its log, so it holds for every line.
 */
export function quietLog(log: Log, after: Clock['after'] = unheld): Log {
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
