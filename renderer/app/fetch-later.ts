import { whenIdle } from '../clock/when-idle.ts'

/** The first view is rendered by then. */
const afterMs = 3_000

/** The build writes it next to the other scripts: the names of the files to fetch later. */
const list: string = './later.js'

function prefetch(name: string): void {
  const link = Object.assign(document.createElement('link'), {
    rel: 'prefetch',
    as: name.endsWith('.css') ? 'style' : 'script',
    crossOrigin: 'anonymous',
    href: new URL(name, import.meta.url).href,
  })
  document.head.append(link)
}

async function prefetchAll(): Promise<void> {
  // Without the list they are fetched when they are opened.
  const module = (await import(/* @vite-ignore */ list).catch(() => null)) as {
    default: string[]
  } | null
  module?.default.forEach(prefetch)
}

/**
 * Prefetches the files of other rooms and of dialogs once the page is idle, so that they open even
 * without the host.
 */
export function fetchLater(): void {
  if (!import.meta.env.PROD) return
  setTimeout(() => {
    whenIdle(() => void prefetchAll())
  }, afterMs)
}
