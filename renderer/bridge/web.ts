import type { Bridge } from '#contract/bridge.ts'
import type { Input, OperationName, Output } from '#contract/operations.ts'
import { fail, type Result } from '#contract/result.ts'
import { openLink } from './link.ts'

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
      signal: AbortSignal.timeout(answerTimeout),
    })
    const answer: unknown = await response.json()
    // The host is ours and types its answers by the same contract.
    if (isResult(answer)) return answer as Result<Output<Name>>
    return fail('not-the-platform', `HTTP ${String(response.status)}`)
  } catch {
    return fail('unreachable')
  }
}

/** The bridge of a browser screen: `POST /call` for operations, server-sent events from `GET /events`. */
export function createWebBridge(): Bridge {
  const link = openLink({ connect: () => new EventSource('/events') })
  // Its schemas are evaluated in a turn of their own.
  const preferences = import('./preferences.ts').then(({ createBrowserPreferences }) =>
    createBrowserPreferences(window.localStorage),
  )
  return {
    call: post,
    onEvent: link.onEvent,
    onLink: link.onLink,
    readPreferences: async () => (await preferences).read(),
    writePreferences: async (next) => (await preferences).write(next),
  }
}
