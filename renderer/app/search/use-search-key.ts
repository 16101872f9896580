import { onBeforeUnmount, onMounted } from 'vue'
import { useSearchRequest } from '../../state/requests/search-request.ts'
import { isDialogOpen } from '../../ui/dialog/open-dialogs.ts'
import { isSearchKey } from '../../ui/dialog/search-key.ts'

/**
 * Ctrl+K opens and closes the search, also while a field has the focus. An open dialog keeps the
 * keyboard, because it may wait for an answer.
 */
export function useSearchKey(): void {
  const search = useSearchRequest()

  function press(event: KeyboardEvent): void {
    if (!isSearchKey(event)) return
    // The browser has an own search on these keys.
    event.preventDefault()
    if (event.repeat) return
    if (search.isOpen) search.close()
    else if (!isDialogOpen()) search.open()
  }
  onMounted(() => addEventListener('keydown', press))
  onBeforeUnmount(() => removeEventListener('keydown', press))
}
