import { watch } from 'vue'
import type { Router } from 'vue-router'
import type { Role } from '#contract/shared/caller.ts'
import { useScreens } from '../state/screens.ts'
import type { Room } from '../ui/page/room.ts'
import { useToasts } from '../ui/note/toasts.ts'
import { homeOf } from './rooms.ts'
import { say } from '../locales/i18n.ts'

/**
 * Redirects a screen to its first room, with a message, if its role may not see a room: on
 * navigation, and when its role changes. Also reports a room that can't be loaded. Does nothing
 * until the host has reported the role. Returns a function that stops it.
 */
export function guardRooms(router: Router): () => void {
  const screens = useScreens()
  const toasts = useToasts()

  /** The path to redirect to; null if the screen may stay. */
  function homeInstead(room: Room | undefined, role: Role | null): string | null {
    if (room === undefined || role === null || room.roles.includes(role)) return null
    // It shows no room (App.vue).
    if (role === 'status') return null
    toasts.show(say('rooms.notYours', { room: room.name() }))
    return homeOf(role).path
  }

  const stopEntering = router.beforeEach(({ meta }) => homeInstead(meta.room, screens.role) ?? true)
  // The room's files could not be loaded because the host is gone.
  const stopFailing = router.onError((_error, { meta }) => {
    toasts.show(
      say('rooms.notOpened', { room: meta.room === undefined ? '' : meta.room.name() }),
      'trouble',
    )
  })
  const stopStaying = watch(
    () => screens.role,
    (role) => {
      const home = homeInstead(router.currentRoute.value.meta.room, role)
      if (home !== null) void router.replace(home)
    },
  )
  return () => {
    stopEntering()
    stopFailing()
    stopStaying()
  }
}
