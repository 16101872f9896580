import {
  defineAsyncComponent,
  defineComponent,
  type AsyncComponentLoader,
  type Component,
} from 'vue'
import { useOpenDialog } from './open-dialogs.ts'

const DialogToCome = defineComponent(() => {
  useOpenDialog()
  return () => null
})

/**
 * A dialog whose file comes when it is first asked for. The keys are its own from that moment: a PIN that is typed at
 * once bumps no ticket below. Where the file cannot be had, they are the room's again.
 */
export const lazyDialog = <Dialog extends Component>(
  loader: AsyncComponentLoader<Dialog>,
): Dialog =>
  defineAsyncComponent<Dialog>({
    loader,
    delay: 0,
    loadingComponent: DialogToCome,
    errorComponent: () => null,
  })
