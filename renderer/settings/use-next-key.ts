import { onBeforeUnmount, onMounted } from 'vue'

interface NextKey {
  isWaiting: () => boolean
  /** Each key (`KeyboardEvent.key`) that is pressed meanwhile; nobody else hears of it. */
  take: (key: string) => void
  /** It goes on to what comes next. */
  leave: () => void
}

/** Hears the keys that are pressed while somebody waits for one, before anything else on the page does. */
export function useNextKey({ isWaiting, take, leave }: NextKey): void {
  function press(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey } = event
    if (!isWaiting() || ctrlKey || metaKey || altKey) return
    if (key === 'Tab') {
      leave()
      return
    }
    event.preventDefault()
    event.stopImmediatePropagation()
    // One that is still held is the one that began the waiting.
    if (!event.repeat) take(key)
  }

  onMounted(() => addEventListener('keydown', press, { capture: true }))
  onBeforeUnmount(() => removeEventListener('keydown', press, { capture: true }))
}
