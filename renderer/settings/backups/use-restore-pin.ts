import { computed, shallowRef } from 'vue'
import { isPin } from '../../state/requests/pin-shape.ts'
import { useScreens } from '../../state/screens.ts'

/** The manager's PIN that a restore asks for; nothing if none is set. */
export function useRestorePin() {
  const screens = useScreens()
  const typed = shallowRef('')
  const isMissing = shallowRef(false)
  const isAsked = computed(() => screens.screens?.hasPin ?? false)
  return {
    typed,
    isAsked,
    isMissing,
    /** The PIN to send, in an object; null if it is not typed yet. */
    take(): { pin: string | null } | null {
      isMissing.value = isAsked.value && !isPin(typed.value)
      if (isMissing.value) return null
      return { pin: isAsked.value ? typed.value : null }
    },
    clear: () => void (typed.value = ''),
  }
}
