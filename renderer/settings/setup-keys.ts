import type { KeyRow } from '../ui/dialog/key-row.ts'
import { usePageKeys } from '../ui/page/use-page-keys.ts'
import { say } from './messages.ts'

export const setupKeys = (): KeyRow[] => [
  { keys: ['/'], action: say('setupKeys.search') },
  { keys: ['Esc'], action: say('setupKeys.clear') },
]

/** Elements that take letters themselves. */
const typing =
  'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]'

/** The keys of Settings: focus the search, and leave it. */
export function useSetupKeys({ search, leave }: { search: () => void; leave: () => void }): void {
  usePageKeys(({ key }, target) => {
    if (key === 'Escape') leave()
    else if (key === '/' && !target.matches(typing)) search()
    else return false
    return true
  })
}
