import { computed, type ComputedRef } from 'vue'
import { usePreferences } from '../preferences.ts'
import { useScreens } from '../screens.ts'

/**
 * Whether the wall hides the navigation: by the screen's setting, else by its role. In the kitchen
 * tickets need every pixel.
 */
export function useNavigationHidden(): ComputedRef<boolean> {
  const own = usePreferences()
  const screens = useScreens()
  return computed(() => {
    const { navigation } = own.preferences
    return navigation === null ? screens.role === 'kitchen' : navigation === 'corner'
  })
}
