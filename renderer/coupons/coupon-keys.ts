import type { KeyRow } from '../ui/dialog/key-row.ts'
import { say } from './messages.ts'

/** What each key does among the coupons. */
export const couponKeys = (): KeyRow[] => [
  { keys: ['/'], deed: say('coupons.search') },
  { keys: ['↑', '↓'], deed: say('coupons.move') },
  { keys: [say('common.enter')], deed: say('coupons.open') },
  { keys: ['Esc'], deed: say('coupons.leave') },
]
