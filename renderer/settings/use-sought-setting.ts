import { nextTick, watch, type Ref, type ShallowRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'

const controls = 'input, select, textarea, button, a[href], [tabindex]:not([tabindex="-1"])'

/**
 * Focuses the setting that a link names (`?setting=<id>`), once it is there; `endSearch` shows its
 * section instead of what was searched. Afterwards the address is that of the section.
 */
export function useSoughtSetting(
  view: Readonly<ShallowRef<HTMLElement | null>>,
  shown: Ref<unknown>,
  endSearch: () => void,
): void {
  const route = useRoute()
  const router = useRouter()
  watch(
    [() => route.query['setting'], view, shown],
    async ([id]) => {
      if (typeof id !== 'string') return
      endSearch()
      // The section moves the focus when it opens.
      await nextTick()
      const setting = view.value?.querySelector<HTMLElement>(`[data-setting="${CSS.escape(id)}"]`)
      if (!setting) return
      setting.scrollIntoView({ block: 'center' })
      setting.querySelector<HTMLElement>(controls)?.focus({ preventScroll: true })
      void router.replace(route.path)
    },
    { immediate: true, flush: 'post' },
  )
}
