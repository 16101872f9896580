import { watch } from 'vue'
import { useRouter } from 'vue-router'
import { useHostQuery } from '../state/host-query.ts'
import { useScreens } from '../state/screens.ts'

/**
 * Opens the page of setup files when somebody opened one with the app, on a manager's screen. The
 * page asks before it does anything.
 */
export function useOfferedFile(): void {
  const router = useRouter()
  const screens = useScreens()
  const { data: offered } = useHostQuery('profiles.offered', () => (screens.isManager ? {} : null))
  watch(
    offered,
    (file) => {
      if (file !== null) void router.push('/connection/file')
    },
    { immediate: true },
  )
}
