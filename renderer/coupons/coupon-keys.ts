import type { KeyRow } from '../ui/dialog/key-row.ts'
import { say } from './messages.ts'

export const couponKeys = (): KeyRow[] => [
  { keys: ['/'], action: say('coupons.search') },
  { keys: ['↑', '↓'], action: say('coupons.move') },
  { keys: [say('common.enter')], action: say('coupons.open') },
  { keys: ['Esc'], action: say('coupons.leave') },
]
