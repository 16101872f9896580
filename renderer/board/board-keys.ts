import type { KeyRow } from '../ui/dialog/key-row.ts'
import { say } from './messages.ts'

export const boardKeys = (): KeyRow[] => [
  { keys: ['/'], action: say('stock.search') },
  { keys: [say('common.arrows')], action: say('stock.move') },
  { keys: [say('stock.space')], action: say('stock.toggle') },
  { keys: ['Esc'], action: say('stock.leave') },
  { keys: ['?'], action: say('common.keyMap') },
]
