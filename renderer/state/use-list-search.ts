import { shallowRef, watch } from 'vue'
import { useSettled } from '../clock/use-settled.ts'

/**
 * What a list is searched for, and which of its pages is asked for: the first one of each new search, and of each new choice
 * of whatever else it is listed `by`.
 */
export function useListSearch(by: () => unknown = () => null) {
  const words = shallowRef('')
  const wanted = useSettled(words)
  const page = shallowRef(1)
  // At once: a page of the last search is never asked for.
  watch([wanted, by], () => (page.value = 1), { flush: 'sync' })
  return { words, wanted, page }
}
