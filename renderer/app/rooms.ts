import type { Role } from '#contract/caller.ts'
import { boardRoom } from '../board/room.ts'
import { connectionRoom } from '../connection/room.ts'
import { queueRoom } from '../queue/room.ts'
import { settingsRoom } from '../settings/room.ts'
import type { Room } from '../ui/room.ts'

/** The rooms of the app, in the order of the navigation. */
export const rooms: readonly Room[] = [queueRoom, boardRoom, settingsRoom, connectionRoom]

/** Where a screen of a role begins: its first room. */
export const homeOf = (role: Role): Room =>
  rooms.find(({ roles }) => roles.includes(role)) ?? queueRoom
