import { say } from './words.ts'
import type { KeyRow } from '../ui/key-row.ts'

/** What each key does on the queue. */
export const queueKeys = (): KeyRow[] => [
  { keys: ['1', '9'], deed: say('keys.bump') },
  { keys: ['U'], deed: say('keys.undo') },
  { keys: [say('common.arrows')], deed: say('keys.move') },
  { keys: [say('common.enter')], deed: say('keys.activate') },
  { keys: ['S'], deed: say('keys.soldOut') },
  { keys: ['R'], deed: say('keys.recall') },
  { keys: ['A'], deed: say('keys.allDay') },
  { keys: ['?'], deed: say('common.keyMap') },
]
