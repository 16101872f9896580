import { onBeforeUnmount, shallowRef } from 'vue'

/** The hash of a store's page. */
export const storeHash = (id: string): string => `#/store/${encodeURIComponent(id)}`

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The store whose page a hash names; null for the list of all stores. */
export function storeOfHash(hash: string): string | null {
  const [, id = ''] = /^#\/store\/([^?]+)/.exec(hash) ?? []
  return id === '' ? null : decoded(id)
}

/** The key of a link that signs in. */
export function keyOfHash(hash: string): string | null {
  const [, key = ''] = /^#\/?key=(.+)$/.exec(hash) ?? []
  return key === '' ? null : decoded(key)
}

/**
 * Follows the hash. A key in it is removed from the address bar before anything else, and given to
 * `signIn`.
 */
export function useRoute(signIn: (key: string) => void) {
  const storeId = shallowRef<string | null>(null)
  function follow(): void {
    const key = keyOfHash(location.hash)
    if (key !== null) {
      history.replaceState(null, '', `${location.pathname}${location.search}`)
      signIn(key)
    }
    storeId.value = storeOfHash(location.hash)
  }
  const isByLink = keyOfHash(location.hash) !== null
  follow()
  addEventListener('hashchange', follow)
  onBeforeUnmount(() => removeEventListener('hashchange', follow))
  /** `isByLink`: the page was opened by a link that signs in. */
  return { storeId, isByLink }
}
