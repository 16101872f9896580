import { defineAsyncComponent, type AsyncComponentLoader, type Component } from 'vue'
import { whenIdle } from '../../clock/when-idle.ts'

const retryMs = 3_000

/** A component whose file loads when the page is idle. A failed load is retried. */
export const idleComponent = <Part extends Component>(loader: AsyncComponentLoader<Part>): Part =>
  defineAsyncComponent<Part>({
    async loader() {
      await new Promise<void>((done) => whenIdle(done))
      return loader()
    },
    delay: 0,
    onError: (_error, retry) => setTimeout(retry, retryMs),
  })
