import { watch } from 'vue'
import type { Router } from 'vue-router'
import type { Role } from '#contract/caller.ts'
import { language } from '../locales/i18n.ts'
import { useScreens } from '../state/screens.ts'
import type { Room } from '../ui/page/room.ts'
import { useToasts } from '../ui/note/toasts.ts'
import { homeOf } from './rooms.ts'
import { say } from './messages.ts'

/**
 * Leads home, with a sentence, whom a room is not for: at its address, and when a screen's role changes while it is there.
 * Says so too where a room cannot be opened. Until the host has said what this screen is, nobody is turned away. Answers how to stop.
 */
export function guardRooms(router: Router): () => void {
  const screens = useScreens()
  const toasts = useToasts()

  /** Where to instead; null where the screen may stay. */
  function homeInstead(room: Room | undefined, role: Role | null): string | null {
    if (room === undefined || role === null || room.roles.includes(role)) return null
    toasts.show(say('rooms.notYours', { room: room.name[language()] }))
    return homeOf(role).path
  }

  const stopEntering = router.beforeEach(({ meta }) => homeInstead(meta.room, screens.role) ?? true)
  // Its files could not be fetched: the host is gone before they came.
  const stopFailing = router.onError((_error, { meta }) => {
    toasts.show(say('rooms.notOpened', { room: meta.room?.name[language()] ?? '' }), 'trouble')
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
