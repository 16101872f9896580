import type { Bridge } from '#contract/bridge.ts'
import type { FirstView } from '#contract/first-view.ts'
import type { Input, OperationName, Output } from '#contract/operations.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { isGoing, watchGoing } from './going.ts'
import { createLink } from './link.ts'
import { createBrowserPreferences } from './preferences.ts'

// Longer than the 35 s that the host waits for the platform, so that its own answer wins.
const answerTimeout = 45_000

function isResult(answer: unknown): answer is Result<unknown> {
  return typeof answer === 'object' && answer !== null && 'ok' in answer
}

async function post<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
): Promise<Result<Output<Name>>> {
  try {
    const response = await fetch('/call', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, input }),
      keepalive: isGoing(),
      signal: AbortSignal.timeout(answerTimeout),
    })
    // Not let in any more: the door asks for a key in place of this page.
    if (response.status === 401) globalThis.location.reload()
    const answer: unknown = await response.json()
    // The host is ours and types its answers by the same contract.
    if (isResult(answer)) return answer as Result<Output<Name>>
    return fail('not-the-platform', `HTTP ${String(response.status)}`)
  } catch {
    return fail('unreachable')
  }
}

/** The first view as the web shell answers it, and how much it had said by then. */
interface ToldView {
  told: number
  view: FirstView
}

/** Takes what the browser has been fetching since the page's own headers came (electron/web/server.ts). */
async function takeFirst(): Promise<ToldView | null> {
  try {
    const response = await fetch('/first', { signal: AbortSignal.timeout(answerTimeout) })
    return response.ok ? ((await response.json()) as ToldView) : null
  } catch {
    return null
  }
}

/** The bridge of a browser screen: `POST /call` for operations, server-sent events from `GET /events`. */
export function createWebBridge(): Bridge {
  watchGoing()
  let first = takeFirst()
  const told = first.then((answer) => answer?.told ?? null)
  let address = '/events'
  const link = createLink({
    connect() {
      const stream = new EventSource(address)
      // The number is for the first stream: a later one has missed something, and is told so.
      address = '/events'
      return stream
    },
  })
  let opening: Promise<void> | undefined
  async function open(): Promise<void> {
    const number = await told
    if (number !== null) address += `?told=${String(number)}`
    link.open()
  }
  const preferences = createBrowserPreferences(window.localStorage)
  return {
    async first() {
      const asked = first
      first = Promise.resolve(null)
      return (await asked)?.view ?? null
    },
    call: post,
    onEvent(listen) {
      // Opened once somebody listens, so that what it says first is heard.
      opening ??= open()
      return link.onEvent(listen)
    },
    onLink: link.onLink,
    chooseFile: () => Promise.resolve('browser'),
    savePdf: () => Promise.resolve(ok('browser')),
    readPreferences: () => Promise.resolve(preferences.read()),
    writePreferences(next) {
      preferences.write(next)
      return Promise.resolve()
    },
  }
}
