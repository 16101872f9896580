import { whenIdle } from '../clock/when-idle.ts'

/** The first view is rendered by then. */
const afterMs = 3_000

/**
 * Prefetches the files of other rooms and of dialogs once the page is idle, so that they open even
 * without the host. The build lists them in the page's head.
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
