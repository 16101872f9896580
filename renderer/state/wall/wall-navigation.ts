import { computed, type ComputedRef } from 'vue'
import { usePreferences } from '../preferences.ts'
import { useScreens } from '../screens.ts'

/** Whether the wall hides the navigation: as the screen likes it, else as its role has it. On a kitchen's every pixel is a ticket's. */
export function useNavigationHidden(): ComputedRef<boolean> {
  const own = usePreferences()
  const screens = useScreens()
  return computed(() => {
    const { navigation } = own.preferences
    return navigation === null ? screens.role === 'kitchen' : navigation === 'corner'
  })
}
