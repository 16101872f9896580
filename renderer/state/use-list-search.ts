import { shallowRef, watch } from 'vue'
import { useSettled } from '../clock/use-settled.ts'

/** The search text and the page of a list. A new search, or a change of `by`, goes back to page 1. */
export function useListSearch(by: () => unknown = () => null) {
  const searchText = shallowRef('')
  const settled = useSettled(searchText)
  const page = shallowRef(1)
  // Synchronous, so that the new search never requests an old page number.
  watch([settled, by], () => (page.value = 1), { flush: 'sync' })
  return { searchText, settled, page }
}
