import type { KeyRow } from '../ui/dialog/key-row.ts'
import { say } from './words.ts'

/** What each key does in Setup. */
export const setupKeys = (): KeyRow[] => [
  { keys: ['/'], deed: say('setupKeys.search') },
  { keys: ['Esc'], deed: say('setupKeys.clear') },
]
