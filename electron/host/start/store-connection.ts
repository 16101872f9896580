import type { Connection } from '#platform/connection.ts'
import { EvenPace } from '#platform/call/pace.ts'
import { probeServer } from '#platform/probe.ts'
import type { Nouns } from './build-nouns.ts'
import type { ClockSkew } from '../clock/clock-skew.ts'
import { createWait } from '../clock/clock.ts'
import { store } from '../connection/connection.ts'
import type { HostDeps } from '../noun.ts'
import { Reachability } from '../outbox/reachability.ts'
import type { OutboxWorker } from '../outbox/worker.ts'
import { settings } from '../settings/settings.ts'
import { readLong } from '../worker/read-long.ts'

interface StoreConnectionDeps extends Pick<HostDeps, 'connection' | 'chance' | 'log'> {
  skew: ClockSkew
  nouns: Nouns
  worker(): OutboxWorker
  /** Whether another computer has the store, so that nothing may be sent. */
  isMoved(): boolean
}

/** The connection to the store's platform, with what every request passes through. */
export class StoreConnection {
  readonly reachability: Reachability
  /** Its requests don't wait for the pace. Null without a token. */
  readonly unpaced: Connection | null
  /** The same connection for all other requests. */
  readonly paced: Connection | null
  readonly #deps: StoreConnectionDeps

  constructor(deps: StoreConnectionDeps) {
    const { connection } = deps
    this.#deps = deps
    const allowed = connection && { ...connection, isMoved: () => deps.isMoved() }
    this.reachability = this.#makeReachability(allowed)
    this.unpaced = allowed && {
      ...allowed,
      reach: this.reachability,
      onVerdict: (verdict) => deps.nouns.api(store).noteVerdict(verdict),
    }
    this.paced = this.unpaced && this.#pace(this.unpaced)
  }

  #makeReachability(connection: Connection | null): Reachability {
    const { skew, nouns, chance, log } = this.#deps
    return new Reachability({
      ...{ clock: skew.clock, log, chance },
      probe: (origin, nth, signal) =>
        probeServer(connection, { origin, nth, signal, storeId: nouns.api(store).id }),
      onOut: (origin) => this.#deps.worker().forgive(origin),
      onReachable: (origin, wasOut) => this.#reached(origin, wasOut),
    })
  }

  #reached(origin: string, wasOut: boolean): void {
    const { worker, nouns } = this.#deps
    if (!wasOut) {
      worker().plan()
      return
    }
    worker().forgive(origin)
    void nouns.announce('platform.reachable', null)
  }

  #pace(connection: Connection): Connection {
    const { skew, nouns, chance } = this.#deps
    const { clock } = skew
    return {
      ...connection,
      pace: new EvenPace({
        requestsPerSecond: () => nouns.api(settings).current.requestsPerSecond,
        now: () => clock.monotonic(),
        wait: createWait(clock),
        chance,
      }),
      readLong,
      onAnswer: (answeredAt) => skew.addAnswer(answeredAt),
      get timeZone() {
        return nouns.api(store).store?.timeZone ?? null
      },
    }
  }
}
