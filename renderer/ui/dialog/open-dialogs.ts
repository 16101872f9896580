import { onBeforeUnmount, onMounted } from 'vue'

let open = 0

/** Whether a dialog is open. Then the dialog owns the keyboard, and no view may react to keys. */
export const isDialogOpen = (): boolean => open > 0

/**
 * Counts a component's dialog as open while it is mounted. It closes open popovers first, because
 * they would cover the dialog; the focus returns to where it was before the popover.
 */
export function useOpenDialog(): void {
  for (const one of document.querySelectorAll<HTMLElement>(':popover-open')) one.hidePopover()
  onMounted(() => (open += 1))
  onBeforeUnmount(() => (open -= 1))
}
