import { computed } from 'vue'
import { ChefHat } from '@lucide/vue'
import { staffRoles } from '#contract/shared/caller.ts'
import { useLateCount } from '../state/late-count.ts'
import type { Room } from '../ui/page/room.ts'
import WallView from './WallView.vue'
import { say } from '../locales/i18n.ts'

/** The wall loads with the first view; other rooms load when they are opened. */
export const wallRoom: Room = {
  path: '/',
  roles: staffRoles,
  area: 'kitchen',
  name: () => say('roomName.wall'),
  help: 'kitchen/wall',
  keyArea: 'orders',
  deliveries: {
    'preparation-ready': {
      tone: 'bad',
      one: ({ subject }) => ({ path: '/', query: { recall: subject } }),
      all: { path: '/', query: { recall: '' } },
    },
  },
  icon: ChefHat,
  view: WallView,
  placesAlerts: true,
  useBadge() {
    const late = useLateCount()
    return computed(() =>
      late.count === 0
        ? null
        : { count: late.count, tone: 'bad', label: say('queue.late', { n: late.count }) },
    )
  },
  keys: (learned) => import('./key-rows.ts').then(({ wallKeyRows }) => wallKeyRows(learned)),
}
