import { onBeforeUnmount, onMounted } from 'vue'
import type { KeyRow } from '../ui/dialog/key-row.ts'
import { isDialogOpen } from '../ui/dialog/open-dialogs.ts'
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
  function press(event: KeyboardEvent): void {
    const { key, target, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey || !(target instanceof Element)) return
    if (isDialogOpen()) return
    if (key === 'Escape') leave()
    else if (key === '/' && !target.matches(typing)) search()
    else return
    event.preventDefault()
  }

  onMounted(() => addEventListener('keydown', press))
  onBeforeUnmount(() => removeEventListener('keydown', press))
}
