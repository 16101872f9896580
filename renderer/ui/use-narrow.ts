import { onBeforeUnmount, readonly, shallowRef } from 'vue'

const query = matchMedia('(width < 48rem)')

/** Whether the screen is a telephone's, or large letters leave no more room than one. */
export function useNarrow() {
  const isNarrow = shallowRef(query.matches)
  const follow = () => (isNarrow.value = query.matches)
  query.addEventListener('change', follow)
  onBeforeUnmount(() => query.removeEventListener('change', follow))
  return readonly(isNarrow)
}
