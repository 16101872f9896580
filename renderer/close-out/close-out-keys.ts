import type { KeyRow } from '../ui/dialog/key-row.ts'
import { say } from './messages.ts'

/** What each key does while counting. */
export const closeOutKeys = (): KeyRow[] => [
  { keys: [say('common.enter')], deed: say('closeOut.nextField') },
  { keys: ['↑', '↓'], deed: say('closeOut.oneItem') },
]
