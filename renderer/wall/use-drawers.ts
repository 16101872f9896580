import { computed, shallowRef, watch } from 'vue'
import { useRoute, useRouter } from 'vue-router'
import { useLinkedSearch } from '../ui/page/use-linked-search.ts'

/** The lists that open next to the wall. */
export type Drawer = 'recall' | 'scheduled' | 'keys' | 'attention'

/**
 * One list at a time, and the details of one ticket above it. A link to a ticket (`/?recall=<id>`)
 * opens the recall list at that ticket, `/?search=<text>` searches in it, and `/?detail=<id>` opens
 * the details of a ticket.
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
  /** What a link searches in the recall list. */
  const searched = shallowRef('')
  useLinkedSearch((text) => {
    searched.value = text
    drawer.value = 'recall'
  })
  watch(
    () => route.query['detail'],
    (id) => {
      if (typeof id !== 'string') return
      detail.value = id
      void router.replace('/')
    },
    { immediate: true },
  )

  return {
    drawer,
    detail,
    sought,
    searched,
    close(): void {
      drawer.value = null
      searched.value = ''
      if (sought.value !== null) void router.replace('/')
    },
  }
}
