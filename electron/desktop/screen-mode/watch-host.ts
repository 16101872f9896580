import type { Clock } from '#host/clock/clock.ts'
import type { Log } from '#host/core/log.ts'
import { movedTo, type JoinedHost } from './joined-host.ts'

/** Between two looks for a host that is away. */
const lookEveryMs = 5_000

interface WatchDeps {
  host: JoinedHost
  clock: Clock
  log: Log
  answersAt: (host: JoinedHost, address: string) => Promise<boolean>
  /** The addresses of Kitchen Passes that announce themselves now. */
  announced: () => Promise<string[]>
  /** It answers at its last address. */
  onHere: () => void
  /** It has another address now. */
  onMoved: (host: JoinedHost) => void
}

/**
 * Looks for the host: at its last address, at those before, and at those of all Kitchen Passes that
 * announce themselves. Only one that proves to be the host counts.
 */
export class HostWatch {
  readonly #deps: WatchDeps
  #looking: Promise<void> | null = null
  #stopWaiting = (): void => undefined
  #isStopped = false

  constructor(deps: WatchDeps) {
    this.#deps = deps
  }

  /** Looks now, and then every few seconds. */
  look(): Promise<void> {
    this.#looking ??= this.#lookOnce()
    return this.#looking
  }

  stop(): void {
    this.#isStopped = true
    this.#stopWaiting()
  }

  async #lookOnce(): Promise<void> {
    try {
      await this.#search()
    } catch (cause) {
      this.#deps.log.warn('no look for the host', { cause: String(cause) })
    }
    this.#looking = null
    this.#stopWaiting()
    if (this.#isStopped) return
    this.#stopWaiting = this.#deps.clock.after(lookEveryMs, () => void this.look())
  }

  async #search(): Promise<void> {
    const { host, log, onHere, onMoved } = this.#deps
    const [last = '', ...before] = host.addresses
    if (await this.#deps.answersAt(host, last)) {
      onHere()
      return
    }
    const address = (await this.#firstOf(before)) ?? (await this.#firstOf(await this.#others(last)))
    if (this.#isStopped || address === null) return
    log.info('the host has another address')
    onMoved(movedTo(host, address))
  }

  /** Where other Kitchen Passes are. */
  async #others(last: string): Promise<string[]> {
    return (await this.#deps.announced()).filter((address) => address !== last)
  }

  /** The first address at which the host answers. */
  async #firstOf(addresses: readonly string[]): Promise<string | null> {
    const { host, answersAt } = this.#deps
    const answers = await Promise.all(addresses.map((address) => answersAt(host, address)))
    return addresses.find((_, nth) => answers[nth]) ?? null
  }
}
