import type { Caller, Role } from '#contract/shared/caller.ts'
import type { ListedScreen, NetworkScreen, Screens } from '#contract/screens/screens.ts'
import { ok, type Result } from '#contract/shared/result.ts'
import { effectiveRole } from '#domain/screens/role.ts'
import { isOnNetwork } from '../core/network-screens.ts'
import type { Context } from '../noun.ts'
import type { Pin } from './pin.ts'
import type { ScreenStore } from './store.ts'
import type { Unlockings } from './unlockings.ts'

/** What is known of screens. */
export class ScreenQueries {
  readonly #context: Context
  readonly #store: ScreenStore
  readonly #pin: Pin
  readonly #unlockings: Unlockings

  constructor(context: Context, store: ScreenStore, pin: Pin, unlockings: Unlockings) {
    this.#context = context
    this.#store = store
    this.#pin = pin
    this.#unlockings = unlockings
  }

  get(_input: object, { screen, role }: Caller): Result<Screens> {
    if (this.#store.see(screen)) this.#context.notify({ type: 'screens.changed' })
    return ok(this.#viewOf(screen, role))
  }

  roleOf(id: string): Role {
    return effectiveRole({
      hasPin: this.#pin.isSet,
      isOnNetwork: isOnNetwork(id),
      assigned: this.#store.get(id).role,
      isUnlocked: this.#unlockings.has(id),
    })
  }

  #viewOf(id: string, asker: Role): Screens {
    return {
      own: {
        ...this.#store.get(id),
        effectiveRole: this.roleOf(id),
        unlockedUntil: this.#unlockings.endsAt(id),
      },
      hasPin: this.#pin.isSet,
      otherNames: asker === 'status' ? [] : this.#store.namesOfOthers(id),
      all: asker === 'manager' ? this.#list() : null,
      guesses: asker === 'manager' ? this.#pin.guesses() : null,
    }
  }

  #list(): ListedScreen[] {
    const { networkScreens, connectedScreens } = this.#context
    const onNetwork = networkScreens?.screens() ?? new Map<string, NetworkScreen>()
    // Screens on the network are listed even if this store never saw them.
    const connected = connectedScreens?.()
    const others = [...onNetwork.keys()].filter((id) => !this.#store.isKnown(id))
    return this.#store.all(others).map((screen) => ({
      ...screen,
      isConnected: connected?.has(screen.id) === true,
      network: onNetwork.get(screen.id) ?? null,
    }))
  }
}
