import { nextTurn } from '../clock/next-turn.ts'
import type { EventStream } from './link.ts'

/** Splits incoming text into messages: returns the complete ones and keeps the rest. */
export function createMessageCutter(): (text: string) => string[] {
  let parts: string[] = []
  return (text) => {
    // A long message arrives in many chunks. Look only at the new one.
    const lines = text.split('\n')
    const last = lines.pop() ?? ''
    const whole = lines.map((line) => {
      const joined = [...parts, line].join('')
      parts = []
      return joined
    })
    parts.push(last)
    return whole.flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []))
  }
}

/**
 * Server-sent events over `fetch`, which can send headers; an `EventSource` can't. Each message is
 * one line of data, as our servers send them. With `inTurns` each is read in a task of its own: a
 * browser hands over all that have arrived at once.
 */
export function openEventStream(
  ask: (signal: AbortSignal) => Promise<Response>,
  { inTurns = false }: { inTurns?: boolean } = {},
): EventStream {
  const leaving = new AbortController()
  const stream: EventStream = {
    onopen: null,
    onmessage: null,
    onbeat: null,
    onerror: null,
    close: () => leaving.abort(),
  }

  async function read(): Promise<void> {
    const response = await ask(leaving.signal)
    // Another program may have the address while the host doesn't run.
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    if (!response.ok || !isStream || response.body === null)
      throw new Error(`HTTP ${String(response.status)}`)
    stream.onopen?.(new Event('open'))
    const cut = createMessageCutter()
    const { signal } = leaving
    const reader = response.body.pipeThrough(new TextDecoderStream(), { signal }).getReader()
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      stream.onbeat?.()
      for (const data of cut(value)) {
        stream.onmessage?.(new MessageEvent('message', { data }))
        if (inTurns) await nextTurn()
      }
    }
  }

  // The host never ends the stream, so its end is a failure too.
  const lose = (): void => {
    if (!leaving.signal.aborted) stream.onerror?.(new Event('error'))
  }
  read().then(lose, lose)
  return stream
}
