import { onBeforeUnmount, onMounted, shallowRef, type ShallowRef } from 'vue'

interface WindowSize {
  width: number
  height: number
}

const read = (): WindowSize => ({ width: window.innerWidth, height: window.innerHeight })

/** How large this screen is, in px. */
export function useWindowSize(): Readonly<ShallowRef<WindowSize>> {
  const size = shallowRef(read())
  const look = () => (size.value = read())
  onMounted(() => addEventListener('resize', look))
  onBeforeUnmount(() => removeEventListener('resize', look))
  return size
}
