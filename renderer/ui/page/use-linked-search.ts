import { watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/**
 * Takes the text that a link puts into the room's own search (`?search=`). Afterwards the address
 * is the room's own again.
 */
export function useLinkedSearch(take: (text: string) => void): void {
  const route = useRoute()
  const router = useRouter()
  const [own] = route.matched
  watch(
    () => route.query['search'],
    (text) => {
      // The next room may have a search in its address too.
      if (typeof text !== 'string' || route.matched[0] !== own) return
      take(text)
      const { search: _, ...query } = route.query
      void router.replace({ path: route.path, query })
    },
    { immediate: true },
  )
}
