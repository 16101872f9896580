import type { KeyRow } from '../ui/dialog/key-row.ts'
import { say } from './messages.ts'

export const guestKeys = (): KeyRow[] => [
  { keys: ['/'], action: say('guests.search') },
  { keys: ['↑', '↓'], action: say('guests.move') },
  { keys: [say('common.enter')], action: say('guests.open') },
  { keys: ['Esc'], action: say('guests.leave') },
]
