import type { Role } from '#contract/shared/caller.ts'
import { boardRoom } from '../board/room.ts'
import { closeOutRoom } from '../close-out/room.ts'
import { couponsRoom } from '../coupons/room.ts'
import { connectionRoom } from '../connection/room.ts'
import { guestsRoom } from '../guests/room.ts'
import { kitchenFiguresRoom } from '../kitchen-figures/room.ts'
import { paymentsRoom } from '../payments/room.ts'
import { wallRoom } from '../wall/room.ts'
import { reservationsRoom } from '../reservations/room.ts'
import { settingsRoom } from '../settings/room.ts'
import type { Room } from '../ui/page/room.ts'
import { storeHoursRoom } from '../store-hours/room.ts'
import { storeRoom } from '../store/room.ts'
import { wasteRoom } from '../waste/room.ts'

export const rooms: readonly Room[] = [
  wallRoom,
  boardRoom,
  reservationsRoom,
  guestsRoom,
  couponsRoom,
  storeRoom,
  storeHoursRoom,
  closeOutRoom,
  paymentsRoom,
  wasteRoom,
  kitchenFiguresRoom,
  settingsRoom,
  connectionRoom,
]

/** The start page of a role: its first room. */
export const homeOf = (role: Role): Room =>
  rooms.find(({ roles }) => roles.includes(role)) ?? wallRoom
