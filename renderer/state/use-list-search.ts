import { shallowRef, watch } from 'vue'
import { useSettled } from '../clock/use-settled.ts'

/**
 * What a list is searched for, and which of its pages is asked for: the first one of each new search, and of each new choice
 * of whatever else it is listed `by`.
 */
export function useListSearch(by: () => unknown = () => null) {
  const searchText = shallowRef('')
  const settled = useSettled(searchText)
  const page = shallowRef(1)
  // At once: a page of the last search is never asked for.
  watch([settled, by], () => (page.value = 1), { flush: 'sync' })
  return { searchText, settled, page }
}
