import type { KeyRow } from '../ui/dialog/key-row.ts'
import { say } from './messages.ts'

/** What each key does among the guests. */
export const guestKeys = (): KeyRow[] => [
  { keys: ['/'], deed: say('guests.search') },
  { keys: ['↑', '↓'], deed: say('guests.move') },
  { keys: [say('common.enter')], deed: say('guests.open') },
  { keys: ['Esc'], deed: say('guests.leave') },
]
