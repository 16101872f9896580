import { computed, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/** What is open beside the wall. */
export type Drawer =
  | { kind: 'detail'; ticketId: string }
  | { kind: 'recall' | 'scheduled' | 'keys' | 'attention' }

/** One drawer at a time. A ticket that somebody came for (`/?recall=<id>`) is found among those to recall. */
export function useDrawers() {
  const route = useRoute()
  const router = useRouter()
  const drawer = shallowRef<Drawer | null>(null)
  const sought = computed(() => {
    const { recall } = route.query
    return typeof recall === 'string' ? recall : null
  })
  watch(sought, (id) => id !== null && (drawer.value = { kind: 'recall' }), { immediate: true })

  return {
    drawer,
    sought,
    close(): void {
      drawer.value = null
      if (sought.value !== null) void router.replace('/')
    },
  }
}
