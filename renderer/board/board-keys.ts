import type { KeyRow } from '../ui/dialog/key-row.ts'
import { say } from './messages.ts'

/** What each key does on the board. */
export const boardKeys = (): KeyRow[] => [
  { keys: ['/'], deed: say('stock.search') },
  { keys: [say('common.arrows')], deed: say('stock.move') },
  { keys: [say('stock.space')], deed: say('stock.toggle') },
  { keys: ['Esc'], deed: say('stock.leave') },
  { keys: ['?'], deed: say('common.keyMap') },
]
