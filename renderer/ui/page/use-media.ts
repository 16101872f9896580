import { onBeforeUnmount, readonly, shallowRef } from 'vue'

function useMedia(media: string) {
  const query = matchMedia(media)
  const holds = shallowRef(query.matches)
  const follow = () => (holds.value = query.matches)
  query.addEventListener('change', follow)
  onBeforeUnmount(() => query.removeEventListener('change', follow))
  return readonly(holds)
}

/** A phone, or large text that leaves no more room than a phone. */
export const useNarrow = () => useMedia('(width < 48rem)')

/** Room for a list of sections beside their content. */
export const useWide = () => useMedia('(width >= 64rem)')

/** Room for a list with the details beside it. */
export const useRoomForTwo = () => useMedia('(width >= 80rem)')
