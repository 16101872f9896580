import type { EventStream } from './link.ts'

/** Cuts what arrives into messages; answers those that are whole, and keeps the rest. */
export function createMessageCutter(): (text: string) => string[] {
  let parts: string[] = []
  return (text) => {
    // A long message comes in many pieces: only the new one is looked at.
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
 * Server-sent events by `fetch`, which says who asks where an `EventSource` cannot. Each message is one line of data, as
 * the web shell sends them.
 */
export function openEventStream(ask: (signal: AbortSignal) => Promise<Response>): EventStream {
  const leaving = new AbortController()
  const stream: EventStream = {
    onopen: null,
    onmessage: null,
    onerror: null,
    close: () => leaving.abort(),
  }

  async function read(): Promise<void> {
    const response = await ask(leaving.signal)
    if (!response.ok || response.body === null) throw new Error(`HTTP ${String(response.status)}`)
    stream.onopen?.(new Event('open'))
    const cut = createMessageCutter()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      for (const data of cut(value)) stream.onmessage?.(new MessageEvent('message', { data }))
    }
  }

  // Its end is as bad as its failure: the host never ends it.
  const lose = (): void => {
    if (!leaving.signal.aborted) stream.onerror?.(new Event('error'))
  }
  read().then(lose, lose)
  return stream
}
