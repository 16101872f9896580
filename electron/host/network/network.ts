import { networkContract } from '#contract/network.ts'
import { fail, ok } from '#contract/result.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { NetworkScreens } from '../network-screens.ts'
import { defineNoun, type Context } from '../noun.ts'
import { screens } from '../screens/screens.ts'

/** The noun of screens on the local network, if the shell can serve them. */
export const network = defineNoun(networkContract, {
  needs: [screens],
  create(context) {
    const { networkScreens, notify, mode, agreed } = context
    if (networkScreens === undefined) return { handlers: impossible }
    // The practice platform runs by the clock of this computer.
    networkScreens.followTime(mode === 'practice' ? null : agreed.toDelete)
    const forget = networkScreens.onChange(() => {
      notify({ type: 'network.changed' })
      notify({ type: 'screens.changed' })
    })
    return { handlers: handlersOf(context, networkScreens), close: forget }
  },
})

const impossible: HandlersOf<'network'> = {
  'network.read': () =>
    ok({
      isPossible: false,
      isAllowed: false,
      problem: null,
      port: 0,
      addresses: [],
      otherHosts: [],
      certificate: null,
      waiting: [],
      hasMoreWaiting: false,
    }),
  'network.allow': () => fail('not-found'),
  'network.approve': () => fail('not-found'),
  'network.replaceAuthority': () => fail('not-found'),
  'network.refuse': () => fail('not-found'),
}

function handlersOf({ use }: Context, networkScreens: NetworkScreens): HandlersOf<'network'> {
  return {
    'network.read': () => ok({ isPossible: true, ...networkScreens.read() }),
    'network.allow': ({ isAllowed }) => networkScreens.allow(isAllowed),
    'network.replaceAuthority': () => networkScreens.replaceAuthority(),
    'network.approve': ({ waitingId, code, ...place }) =>
      networkScreens.approve({ waitingId, code, ...place }, (screenId) =>
        use(screens).welcome(screenId, place),
      ),
    'network.refuse': ({ waitingId }) =>
      networkScreens.refuse(waitingId) ? ok(null) : fail('not-found'),
  }
}
