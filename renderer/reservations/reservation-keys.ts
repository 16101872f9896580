import type { KeyRow } from '../ui/dialog/key-row.ts'
import { say } from './words.ts'

/** What each key does in the book. */
export const reservationKeys = (): KeyRow[] => [
  { keys: ['N'], deed: say('book.new') },
  { keys: ['W'], deed: say('book.walkIn') },
  { keys: ['/'], deed: say('book.search') },
  { keys: ['T'], deed: say('book.goToday') },
  { keys: ['←', '→'], deed: say('book.turnDay') },
  { keys: ['M'], deed: say('change.moveKey') },
  { keys: [say('common.enter')], deed: say('intake.next') },
  { keys: ['Ctrl', say('common.enter')], deed: say('intake.take') },
  { keys: ['Esc'], deed: say('intake.leave') },
]
