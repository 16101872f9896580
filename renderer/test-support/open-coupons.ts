import type { App } from 'vue'
import type { Coupon, CouponList, CouponNames } from '#contract/coupons/coupons.ts'
import type { Preferences } from '#contract/settings/settings.ts'
import type { Status } from '#contract/status/status.ts'
import { start } from '../app/start.ts'
import { FakeBridge, quietStatus } from './fake-bridge.ts'

/** A coupon for tests: 20% off for everybody by default. */
export const makeCoupon = (some: Partial<Coupon> = {}): Coupon => ({
  id: 'cpn-1',
  type: 'percentage',
  state: 'active',
  totalRedemptions: 42,
  createdAt: '2026-01-01T12:00:00.000Z',
  deletedAt: null,
  readAt: new Date().toISOString(),
  unread: [],
  change: null,
  ...some,
  values: {
    name: 'Lunes',
    code: 'LUNES20',
    active: true,
    isHidden: false,
    percentageOff: 20,
    minimumOrderPrice: 15_000,
    endDate: '2030-02-01T02:59:59.999Z',
    maxRedemptions: null,
    requiresProductsIds: ['prd-1', 'prd-gone'],
    ...some.values,
  },
})

export const makeList = (coupons: Coupon[], some: Partial<CouponList> = {}): CouponList => ({
  error: null,
  coupons,
  page: 1,
  hasMore: false,
  total: coupons.length,
  leftOut: 0,
  ...some,
})

const named = (id: string, name: string) => ({ id, otherIds: [], name })
const names: CouponNames = {
  products: [
    named('prd-1', 'Empanada de pino'),
    named('prd-2', 'Empanada de queso'),
    named('prd-3', 'Cazuela'),
  ],
  categories: [named('cat-1', 'Postres')],
  stores: [named('store-1', 'Providencia')],
  menus: [named('menu-1', 'Carta')],
}

let app: App | undefined

/** Opens the app in its coupons with a fake host, for component tests. */
export async function openCoupons(
  coupons: Coupon[] = [makeCoupon()],
  address = '/coupons',
  language: Preferences['language'] = 'en',
  status: Status = quietStatus(),
  /** Stored drafts. */
  drafts: FakeBridge['drafts'] = new Map(),
): Promise<FakeBridge> {
  const bridge = new FakeBridge()
  bridge.status = status
  bridge.drafts = drafts
  bridge.preferences = { ...bridge.preferences, language }
  bridge.answers['coupons.list'] = makeList(coupons)
  bridge.answers['coupons.stored'] = []
  bridge.answers['coupons.names'] = names
  bridge.answers['coupons.change'] = null
  bridge.answers['deliveries.decide'] = 1
  bridge.answers['coupons.verdicts'] = []
  const [first] = coupons
  if (first !== undefined) bridge.answers['coupons.get'] = first
  location.hash = `#${address}`
  const root = document.createElement('div')
  document.body.replaceChildren(root)
  app = await start(bridge, root)
  return bridge
}

/** Notifies the page of a changed coupon, as the host does. */
export function changeCoupon(bridge: FakeBridge, coupon: Coupon): void {
  bridge.answers['coupons.get'] = coupon
  const before = bridge.answers['coupons.stored'] ?? []
  bridge.answers['coupons.stored'] = [coupon, ...before.filter(({ id }) => id !== coupon.id)]
  bridge.notify({ type: 'coupons.changed', couponIds: [coupon.id] })
}

/** Call after each test. */
export function closeCoupons(): void {
  app?.unmount()
  location.hash = ''
  sessionStorage.clear()
  localStorage.clear()
}
