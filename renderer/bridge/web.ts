import type { Bridge } from '#contract/bridge.ts'
import type { HostEvent, Input, OperationName, Output } from '#contract/index.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { versionHeader } from '#contract/shared/stream-beat.ts'
import { openEventStream } from './event-stream.ts'
import { isUnloading, watchUnload } from './before-unload.ts'
import { hostPatience, StreamLink } from './link.ts'
import { whenIdle } from '../clock/when-idle.ts'
import type { PageVersion } from './page-version.ts'
import { createBrowserPreferences } from './preferences.ts'
import type { WebHost } from './web-host.ts'

// Longer than the 35 s that the host waits for the platform, so that the host's answer comes first.
const answerTimeout = 45_000

function isResult(answer: unknown): answer is Result<unknown> {
  return typeof answer === 'object' && answer !== null && 'ok' in answer
}

/** Sends a call, and returns the host's answer. Rejects if no answer came. */
async function post(
  host: WebHost,
  call: { name: OperationName; input: unknown; id?: string },
  signal: AbortSignal,
): Promise<Result<unknown>> {
  const response = await host.fetch('/call', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(call),
    keepalive: isUnloading(),
    signal,
  })
  const answer: unknown = await response.json()
  return isResult(answer) ? answer : fail('not-the-platform', `HTTP ${String(response.status)}`)
}

/** A download sends no headers, so its address works once. */
async function saveExport(host: WebHost, name: string): Promise<boolean> {
  try {
    const response = await host.fetch(`/exports/${name}`, { method: 'POST' })
    const { address } = (await response.json()) as { address: string | null }
    if (address === null) return false
    Object.assign(document.createElement('a'), { href: address, download: '' }).click()
    return true
  } catch {
    return false
  }
}

/** The bridge of a browser: `POST /call` for operations, server-sent events from `GET /events`. */
export function createWebBridge(host: WebHost): Bridge {
  watchUnload()
  let first = host.first
  const eventCount = first.then((answer) => answer?.reported ?? null)
  let address = '/events'
  /** It comes once the page is idle after the first stream, while the host still has its file. */
  let pageVersion: Promise<PageVersion> | undefined
  const link = new StreamLink<HostEvent>({
    ...hostPatience,
    connect() {
      const asked = address
      // The number is for the first stream. A later stream has missed events, and the host says so.
      address = '/events'
      return openEventStream(async (signal) => {
        const response = await host.fetch(asked, { signal })
        // Vite keeps a developer's page current itself.
        if (!import.meta.env.PROD) return response
        pageVersion ??= new Promise<void>(whenIdle)
          .then(() => import('./page-version.ts'))
          .then(({ followVersion }) => followVersion())
        const hostVersion = response.headers.get(versionHeader)
        void pageVersion.then((page) => page.compare(hostVersion)).catch(() => undefined)
        return response
      })
    },
  })
  let opening: Promise<void> | undefined
  async function open(): Promise<void> {
    const number = await eventCount
    if (number !== null) address += `?after=${String(number)}`
    link.open()
  }
  const preferences = createBrowserPreferences(window.localStorage)
  const networkParts = host.isOnNetwork ? import('./network-parts.ts') : null
  const onLink: Bridge['onLink'] = (listen) => link.onLink(listen)
  const callingOnce = networkParts?.then(({ createCallOnce }) =>
    createCallOnce(onLink, answerTimeout),
  )

  async function call<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
  ): Promise<Result<Output<Name>>> {
    try {
      // A page that is unloading has time for one try.
      if (callingOnce === undefined || isUnloading())
        return (await post(host, { name, input }, AbortSignal.timeout(answerTimeout))) as Result<
          Output<Name>
        >
      const callOnce = await callingOnce
      const answer = await callOnce((id, signal) => post(host, { name, input, id }, signal))
      // The host is ours, and the same contract types its answers.
      return answer as Result<Output<Name>>
    } catch {
      return fail('unreachable')
    }
  }

  void networkParts?.then(({ describeDevice }) => describeDevice(onLink, call))

  return {
    async first() {
      const asked = first
      first = Promise.resolve(null)
      return (await asked)?.view ?? null
    },
    call,
    onEvent(listen) {
      // Open it once there is a listener, so that no event is lost.
      opening ??= open()
      return link.onEvent(listen)
    },
    onLink,
    chooseFile: () => Promise.resolve('browser'),
    savePdf: () => Promise.resolve(ok('browser')),
    saveExport: (name) => saveExport(host, name),
    readPreferences: () => Promise.resolve(preferences.read()),
    writePreferences(next) {
      preferences.write(next)
      return Promise.resolve(ok(null))
    },
    computer: null,
  }
}
