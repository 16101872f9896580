import {
  defineAsyncComponent,
  defineComponent,
  type AsyncComponentLoader,
  type Component,
} from 'vue'
import { useOpenDialog } from './open-dialogs.ts'

const LoadingDialog = defineComponent(() => {
  useOpenDialog()
  return () => null
})

/**
 * A dialog whose file loads when it is first needed. It takes the keyboard at once: a PIN typed
 * during the load bumps no ticket below. If the file can't be loaded, the room gets the keyboard
 * back.
 */
export const lazyDialog = <Dialog extends Component>(
  loader: AsyncComponentLoader<Dialog>,
): Dialog =>
  defineAsyncComponent<Dialog>({
    loader,
    delay: 0,
    loadingComponent: LoadingDialog,
    errorComponent: () => null,
  })
