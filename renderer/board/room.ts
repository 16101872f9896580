import { computed } from 'vue'
import { CircleOff } from '@lucide/vue'
import { staffRoles } from '#contract/shared/caller.ts'
import { say } from '../locales/i18n.ts'
import { useStock } from '../state/stock/stock.ts'
import type { Room } from '../ui/page/room.ts'

export const boardRoom: Room = {
  path: '/stock',
  roles: staffRoles,
  name: 'roomName.board',
  help: 'kitchen/86',
  icon: CircleOff,
  view: () => import('./BoardView.vue'),
  useBadge() {
    const stock = useStock()
    return computed(() =>
      stock.soldOut.size === 0
        ? null
        : {
            count: stock.soldOut.size,
            tone: 'quiet',
            label: say('common.soldOut', { n: stock.soldOut.size }),
          },
    )
  },
  keys: () => import('./board-keys.ts').then(({ boardKeys }) => boardKeys()),
}
