import { whenIdle } from '../clock/when-idle.ts'

/** By then the first view is on the screen. */
const afterMs = 3_000

/**
 * Has the browser fetch the files of other rooms and of dialogs once the page has nothing better to do, so that they open
 * also while the host is gone. The build names them in the page's head.
 */
export function fetchLater(): void {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="later"]')
  setTimeout(() => {
    whenIdle(() => {
      for (const href of meta?.content.split(' ') ?? []) {
        const as = href.endsWith('.css') ? 'style' : 'script'
        document.head.append(
          Object.assign(document.createElement('link'), {
            rel: 'prefetch',
            as,
            crossOrigin: 'anonymous',
            href,
          }),
        )
      }
    })
  }, afterMs)
}
