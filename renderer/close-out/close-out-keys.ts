import type { KeyRow } from '../ui/dialog/key-row.ts'
import { say } from './messages.ts'

/** What each key does in the count. */
export const closeOutKeys = (): KeyRow[] => [
  { keys: [say('common.enter')], action: say('closeOut.nextField') },
  { keys: ['↑', '↓'], action: say('closeOut.oneItem') },
]
