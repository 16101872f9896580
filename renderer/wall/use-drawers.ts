import { computed, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/** The lists that open next to the wall. */
export type Drawer = 'recall' | 'scheduled' | 'keys' | 'attention'

/**
 * One list at a time, and the details of one ticket above it. A link to a ticket (`/?recall=<id>`)
 * opens the recall list at that ticket.
 */
export function useDrawers() {
  const route = useRoute()
  const router = useRouter()
  const drawer = shallowRef<Drawer | null>(null)
  const detail = shallowRef<string | null>(null)
  const sought = computed(() => {
    const { recall } = route.query
    return typeof recall === 'string' ? recall : null
  })
  watch(sought, (id) => id !== null && (drawer.value = 'recall'), { immediate: true })

  return {
    drawer,
    detail,
    sought,
    close(): void {
      drawer.value = null
      if (sought.value !== null) void router.replace('/')
    },
  }
}
