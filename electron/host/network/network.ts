import type { Output } from '#contract/index.ts'
import { networkContract } from '#contract/network/network.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { handlersOf, type HandlersOf, type Parsed } from '../dispatch.ts'
import type { NetworkScreens } from '../core/network-screens.ts'
import { defineNoun, type Context, type Use } from '../noun.ts'
import { screens } from '../screens/screens.ts'
import { stations } from '../stations/stations.ts'

/** Screens on the local network, if the shell can serve them. */
class Network {
  readonly handlers: HandlersOf<'network'> = handlersOf(networkContract, this)
  readonly #use: Use
  readonly #screens: NetworkScreens | null
  readonly #forget: () => void

  constructor({ use, networkScreens, notify, mode, agreed }: Context) {
    this.#use = use
    this.#screens = networkScreens ?? null
    // The practice platform runs by the clock of this computer.
    networkScreens?.followTime(mode === 'practice' ? null : () => agreed.toDelete())
    const stop = networkScreens?.onChange(() => {
      notify({ type: 'network.changed' })
      notify({ type: 'screens.changed' })
    })
    this.#forget = stop ?? (() => undefined)
  }

  get(): Result<Output<'network.get'>> {
    if (this.#screens === null) return ok(impossible)
    return ok({ isPossible: true, ...this.#screens.read() })
  }

  async allow({ isAllowed }: Parsed<'network.allow'>): Promise<Result<null>> {
    return this.#screens?.allow(isAllowed) ?? fail('not-found')
  }

  async replaceAuthority(): Promise<Result<null>> {
    return this.#screens?.replaceAuthority() ?? fail('not-found')
  }

  approve({ stations: shown, ...asked }: Parsed<'network.approve'>): Result<null> {
    if (this.#screens === null) return fail('not-found')
    const { name, role } = asked
    return this.#screens.approve(asked, (screenId) => {
      const welcomed = this.#use(screens).welcome(screenId, { name, role })
      // A station that was removed meanwhile keeps nobody out.
      if (welcomed.ok && shown.length > 0) this.#use(stations).assign(screenId, shown)
      return welcomed
    })
  }

  refuse({ waitingId }: Parsed<'network.refuse'>): Result<null> {
    return this.#screens?.refuse(waitingId) === true ? ok(null) : fail('not-found')
  }

  close(): void {
    this.#forget()
  }
}

const impossible: Output<'network.get'> = {
  isPossible: false,
  isAllowed: false,
  problem: null,
  port: 0,
  addresses: [],
  otherHosts: [],
  certificate: null,
  waiting: [],
  hasMoreWaiting: false,
}

/** The noun of screens on the local network. */
export const network = defineNoun(networkContract, {
  needs: [screens, stations],
  create: (context) => new Network(context),
})
