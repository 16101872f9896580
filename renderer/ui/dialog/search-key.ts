import { say } from '../../locales/i18n.ts'
import type { KeyRow } from './key-row.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The keys that open the search over all rooms, as text. */
export const searchKey = isApple ? '⌘ K' : 'Ctrl K'

/** Whether a key event is them. */
export const isSearchKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  ctrlKey !== metaKey && !altKey && !shiftKey && key.toLowerCase() === 'k'

/** For the keyboard map of each room. */
export const searchKeyRow = (): KeyRow => ({ keys: [searchKey], action: say('common.searchAll') })
