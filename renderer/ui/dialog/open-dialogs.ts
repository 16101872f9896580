import { onBeforeUnmount, onMounted } from 'vue'

let open = 0

/** Whether a dialog is open: then the keys are its own, and no view may answer them. */
export const isDialogOpen = (): boolean => open > 0

/**
 * Counts the dialog of a component as open while that is there. A popover would lie over it: it goes, and gives the focus
 * back to what the dialog then gives it back to.
 */
export function useOpenDialog(): void {
  for (const one of document.querySelectorAll<HTMLElement>(':popover-open')) one.hidePopover()
  onMounted(() => (open += 1))
  onBeforeUnmount(() => (open -= 1))
}
