import type { Clock } from '#host/clock/clock.ts'
import type { Log } from '#host/core/log.ts'
import { movedTo, type JoinedHost } from './joined-host.ts'

/** Between two looks for a host that is away. */
const lookEveryMs = 5_000

interface WatchDeps {
  host: JoinedHost
  clock: Clock
  log: Log
  answersAt(host: JoinedHost, address: string): Promise<boolean>
  /** The addresses of Kitchen Passes that announce themselves now. */
  announced(): Promise<string[]>
  /** It answers at its last address. */
  onHere(): void
  /** It has another address now. */
  onMoved(host: JoinedHost): void
}

/**
 * Looks for the host: at its last address, at those before, and at those of all Kitchen Passes that
 * announce themselves. Only one that proves to be the host counts.
 */
export function watchHost(deps: WatchDeps): { look(): Promise<void>; stop(): void } {
  const { host, clock, log, answersAt } = deps
  const [last = '', ...before] = host.addresses
  let stop = (): void => undefined
  let looking: Promise<void> | null = null
  let isStopped = false

  async function firstOf(addresses: readonly string[]): Promise<string | null> {
    const answers = await Promise.all(addresses.map((address) => answersAt(host, address)))
    return addresses.find((_, nth) => answers[nth]) ?? null
  }

  async function search(): Promise<void> {
    if (await answersAt(host, last)) {
      deps.onHere()
      return
    }
    const others = async () => (await deps.announced()).filter((each) => each !== last)
    const found = (await firstOf(before)) ?? (await firstOf(await others()))
    if (isStopped || found === null) return
    log.info('the host has another address')
    deps.onMoved(movedTo(host, found))
  }

  function look(): Promise<void> {
    looking ??= search()
      .catch((cause: unknown) => {
        log.warn('no look for the host', { cause: String(cause) })
      })
      .finally(() => {
        looking = null
        stop()
        if (!isStopped) stop = clock.after(lookEveryMs, () => void look())
      })
    return looking
  }

  return {
    /** Looks now, and then every few seconds. */
    look,
    stop() {
      isStopped = true
      stop()
    },
  }
}
