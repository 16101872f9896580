import type { Link } from '#contract/bridge.ts'

/** Before another try while the network fails but the link isn't reported as lost. */
const pauseMs = 500

/**
 * Sends calls of a screen on the network. One that was on its way when the link was lost is sent
 * again with the same id, which the host runs once. While the link is lost, a new call fails at
 * once: a tap isn't kept for later without telling anybody.
 */
export function createCallOnce(
  onLink: (listen: (link: Link) => void) => void,
  /** How long a call may take, in ms. */
  patienceMs: number,
) {
  let link: Link = 'down'
  let wasUp = false
  const listeners = new Set<() => void>()
  onLink((next) => {
    link = next
    wasUp ||= next === 'up'
    for (const listen of [...listeners]) listen()
  })

  /** Resolves when the link has changed, or after some time. */
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        listeners.delete(done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      listeners.add(done)
    })

  /** One try; null if there was no answer in `ms`, or if the link was lost meanwhile. */
  async function attempt<Answer>(
    send: (signal: AbortSignal) => Promise<Answer>,
    ms: number,
  ): Promise<Answer | null> {
    const trying = new AbortController()
    const stop = (): void => trying.abort()
    const timer = setTimeout(stop, ms)
    const listen = (): void => {
      if (link === 'down') stop()
    }
    listeners.add(listen)
    try {
      return await send(trying.signal)
    } catch {
      return null
    } finally {
      clearTimeout(timer)
      listeners.delete(listen)
    }
  }

  /** The answer to a call. Rejects if there is none in time, or if the link is lost already. */
  return async function callOnce<Answer>(
    send: (callId: string, signal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    // Before the first stream is open, the link isn't known.
    if (link === 'down' && wasUp) throw new Error('the link is lost')
    const end = performance.now() + patienceMs
    const callId = crypto.randomUUID()
    for (;;) {
      const left = end - performance.now()
      if (left <= 0) throw new Error('no answer in time')
      const answer = await attempt((signal) => send(callId, signal), left)
      if (answer !== null) return answer
      await pause(link === 'down' && wasUp ? end - performance.now() : pauseMs)
    }
  }
}
