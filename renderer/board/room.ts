import { computed } from 'vue'
import { CircleOff } from '@lucide/vue'
import { staffRoles } from '#contract/shared/caller.ts'
import { addMessages } from '../locales/i18n.ts'
import { useStock } from '../state/stock/stock.ts'
import type { Room } from '../ui/page/room.ts'
import type en from './entry/messages/en.json'

const say = addMessages<typeof en>(
  import.meta.glob('./entry/messages/*.json', { eager: true, import: 'default' }),
)

export const boardRoom: Room = {
  path: '/stock',
  roles: staffRoles,
  area: 'kitchen',
  name: () => say('roomName.board'),
  help: 'kitchen/86',
  keyArea: 'stock',
  deliveries: {
    stock: {
      one: ({ subject }) => ({ path: '/stock', query: { item: subject } }),
      all: { path: '/stock', query: { show: 'off' } },
    },
  },
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
