import { onBeforeUnmount, shallowRef } from 'vue'

/** What the page shows. */
export type FleetView =
  | { page: 'stores' }
  | { page: 'store'; id: string }
  | { page: 'instructions' }
  | { page: 'new-instruction' }
  | { page: 'instruction'; id: string }

export const storesHash = '#/'
export const instructionsHash = '#/instructions'
export const newInstructionHash = '#/instructions/new'

/** The hash of a store's page. */
export const storeHash = (id: string): string => `#/store/${encodeURIComponent(id)}`

/** The hash of an instruction's page. */
export const instructionHash = (id: string): string => `#/instructions/${encodeURIComponent(id)}`

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The view that a hash names; the list of all stores if it names none. */
export function viewOfHash(hash: string): FleetView {
  const [, store = ''] = /^#\/store\/([^?]+)/.exec(hash) ?? []
  if (store !== '') return { page: 'store', id: decoded(store) }
  const [isInstruction, id = ''] = /^#\/instructions(?:\/([^?]*))?(?:$|\?)/.exec(hash) ?? []
  if (isInstruction === undefined) return { page: 'stores' }
  if (id === '') return { page: 'instructions' }
  return id === 'new' ? { page: 'new-instruction' } : { page: 'instruction', id: decoded(id) }
}

/** The key of a link that signs in. */
export function keyOfHash(hash: string): string | null {
  const [, key = ''] = /^#\/?key=(.+)$/.exec(hash) ?? []
  return key === '' ? null : decoded(key)
}

let guard: ((hash: string) => void) | null = null

/**
 * Until the returned function is called, the page stays where it is, and `ask` gets the hash that
 * somebody chose instead, by a link or by the browser's buttons.
 */
export function guardLeaving(ask: (hash: string) => void): () => void {
  guard = ask
  return () => {
    if (guard === ask) guard = null
  }
}

/**
 * Follows the hash. A key in it is removed from the address bar before anything else, and given to
 * `signIn`.
 */
export function useRoute(signIn: (key: string) => void) {
  const view = shallowRef<FleetView>({ page: 'stores' })
  let shown = location.hash
  function follow(): void {
    const key = keyOfHash(location.hash)
    if (key !== null) {
      history.replaceState(null, '', `${location.pathname}${location.search}`)
      signIn(key)
    }
    const { hash } = location
    if (guard !== null && hash !== shown) {
      // The browser has left already. Its button back leads to the same place again.
      history.pushState(null, '', shown)
      guard(hash)
      return
    }
    shown = hash
    view.value = viewOfHash(hash)
  }
  const isByLink = keyOfHash(location.hash) !== null
  follow()
  addEventListener('hashchange', follow)
  onBeforeUnmount(() => removeEventListener('hashchange', follow))
  /** `isByLink`: the page was opened by a link that signs in. */
  return { view, isByLink }
}
