import { computed, shallowRef, watch } from 'vue'
import { useStatus } from '../../state/health/status.ts'
import { usePreferences } from '../../state/preferences.ts'
import { useScreens } from '../../state/screens.ts'

/** After this many times "Not now" it isn't asked any more. */
const maxDeclined = 3

/**
 * Whether this screen asks for its name: one of several in a real store, that has none. Decided
 * once, at the start: nobody is interrupted later.
 */
export function useNameQuestion() {
  const screens = useScreens()
  const status = useStatus()
  const own = usePreferences()
  const isAsked = shallowRef(false)

  const stop = watch(
    () => (screens.screens === null || status.status === null ? null : screens.screens),
    (view) => {
      if (view === null) return
      queueMicrotask(() => stop())
      isAsked.value =
        !status.practising &&
        view.own.id !== '' &&
        screens.name === '' &&
        view.otherNames.length > 0 &&
        own.preferences.namesDeclined < maxDeclined
    },
    { immediate: true },
  )

  return {
    /** A manager may have named it meanwhile, or opened the practice store. */
    isOpen: computed(() => isAsked.value && screens.name === '' && !status.practising),
    close: () => void (isAsked.value = false),
    decline(): void {
      isAsked.value = false
      void own.change({ namesDeclined: own.preferences.namesDeclined + 1 })
    },
  }
}
