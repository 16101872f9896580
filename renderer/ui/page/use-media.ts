import { onBeforeUnmount, readonly, shallowRef } from 'vue'

/** Whether a media query holds now. */
function useMedia(media: string) {
  const query = matchMedia(media)
  const holds = shallowRef(query.matches)
  const follow = () => (holds.value = query.matches)
  query.addEventListener('change', follow)
  onBeforeUnmount(() => query.removeEventListener('change', follow))
  return readonly(holds)
}

/** Whether the screen is a telephone's, or large letters leave no more room than one. */
export const useNarrow = () => useMedia('(width < 48rem)')

/** Whether there is room for a list of places beside what is in them. */
export const useWide = () => useMedia('(width >= 64rem)')

/** Whether there is room for a list and one of its things beside it. */
export const useRoomForTwo = () => useMedia('(width >= 80rem)')
