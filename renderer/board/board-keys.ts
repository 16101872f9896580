import type { KeyRow } from '../ui/dialog/key-row.ts'
import { say } from './messages.ts'

/** What each key does on the board. */
export const boardKeys = (): KeyRow[] => [
  { keys: ['/'], action: say('stock.search') },
  { keys: [say('common.arrows')], action: say('stock.move') },
  { keys: [say('stock.space')], action: say('stock.toggle') },
  { keys: ['Esc'], action: say('stock.leave') },
  { keys: ['?'], action: say('common.keyMap') },
]
