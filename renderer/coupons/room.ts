import { addMessages } from '../locales/i18n.ts'
import type { Room } from '../ui/page/room.ts'
import type en from './entry/messages/en.json'

const say = addMessages<typeof en>(
  import.meta.glob('./entry/messages/*.json', { eager: true, import: 'default' }),
)

export const couponsRoom: Room = {
  path: '/coupons/:coupon?',
  roles: ['counter', 'manager'],
  area: 'front',
  name: () => say('roomName.coupons'),
  help: 'front/coupons',
  keyArea: 'coupons',
  deliveries: {
    'coupon-change': {
      isLookedAt: true,
      one: ({ subject }) => ({ path: `/coupons/${encodeURIComponent(subject)}` }),
      all: { path: '/coupons' },
    },
  },
  view: () => import('./CouponsView.vue'),
  keys: () => import('./coupon-keys.ts').then(({ couponKeys }) => couponKeys()),
}
