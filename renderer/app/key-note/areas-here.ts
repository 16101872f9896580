import { computed } from 'vue'
import { useRoute } from 'vue-router'
import type { KeyArea } from '#contract/connection/key-access.ts'
import { useStatus } from '../../state/health/status.ts'
import type { Room } from '../../ui/page/room.ts'

/** The area that a room needs, by the room's name. */
const areaOfRoom: Partial<Record<Room['name'], KeyArea>> = {
  'roomName.wall': 'orders',
  'roomName.board': 'stock',
  'roomName.reservations': 'reservations',
  'roomName.guests': 'guests',
  'roomName.coupons': 'coupons',
  'roomName.store': 'store',
  'roomName.storeHours': 'store',
  'roomName.closeOut': 'payments',
  'roomName.payments': 'payments',
  'roomName.waste': 'payments',
}

/** What the access key may not do in the open room. */
export function useNotAllowedHere() {
  const route = useRoute()
  const status = useStatus()
  return computed(() => {
    const name = route.meta.room?.name
    const area = name === undefined ? undefined : areaOfRoom[name]
    return (status.status?.notAllowed ?? []).filter((each) => each.area === area)
  })
}
