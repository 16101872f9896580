import { computed, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/** What is open beside the wall. */
export type Drawer =
  | { kind: 'recall' | 'scheduled' | 'keys' | 'attention' }
  /** `from` is the list that it was opened out of: closed, it leads back there. */
  | { kind: 'detail'; ticketId: string; from?: Drawer }

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
    openDetail(ticketId: string): void {
      const from = drawer.value
      drawer.value = { kind: 'detail', ticketId, ...(from === null ? {} : { from }) }
    },
    close(): void {
      const { value } = drawer
      drawer.value = (value?.kind === 'detail' ? value.from : undefined) ?? null
      if (drawer.value !== null) return
      if (sought.value !== null) void router.replace('/')
    },
  }
}
