import { onBeforeUnmount, onMounted } from 'vue'

let open = 0

/** Whether a dialog is open: then the keys are its own, and no view may answer them. */
export const isDialogOpen = (): boolean => open > 0

/** Counts the dialog of a component as open while that is there. */
export function useOpenDialog(): void {
  onMounted(() => (open += 1))
  onBeforeUnmount(() => (open -= 1))
}
