import { pauseAfter } from '#contract/shared/back-off.ts'
import type { Link } from '#contract/bridge.ts'
import type { HostEvent } from '#contract/index.ts'
import { streamSilenceMs } from '#contract/shared/stream-beat.ts'

/**
 * Pauses with jitter, from up to 0.5 s to up to 3 s, so that it is back within five seconds after
 * its host, or its Wi-Fi, is.
 */
const patience = { firstMs: 400, maxMs: 2_400 }

export interface EventStream {
  onopen: ((event: Event) => void) | null
  onmessage: ((message: { readonly data: string }) => void) | null
  /** Something came, even if it was no message. */
  onbeat: (() => void) | null
  onerror: ((event: Event) => void) | null
  close(): void
}

/**
 * Keeps one stream of host events open after `open`: reconnects with growing, jittered pauses, and
 * reports the link as 'down' after too long a silence. Events keep their order.
 */
export function createLink({ connect }: { connect: () => EventStream }) {
  const listeners = new Set<(event: HostEvent) => void>()
  const linkListeners = new Set<(link: Link) => void>()
  let link: Link = 'down'
  let failures = 0
  let stream: EventStream | undefined
  let silence: ReturnType<typeof setTimeout> | undefined

  function setLink(next: Link): void {
    if (link === next) return
    link = next
    for (const listen of linkListeners) listen(link)
  }

  function lose(): void {
    stream?.close()
    stream = undefined
    clearTimeout(silence)
    setLink('down')
    failures += 1
    setTimeout(open, pauseAfter(failures, patience, Math.random()))
  }

  function restartTimer(): void {
    clearTimeout(silence)
    silence = setTimeout(lose, streamSilenceMs)
    setLink('up')
  }

  function open(): void {
    const opened = connect()
    stream = opened
    silence = setTimeout(lose, streamSilenceMs)
    opened.onbeat = () => {
      if (stream === opened) restartTimer()
    }
    opened.onerror = () => {
      if (stream === opened) lose()
    }
    opened.onopen = () => {
      if (stream === opened) restartTimer()
    }
    opened.onmessage = ({ data }) => {
      if (stream !== opened) return
      failures = 0
      restartTimer()
      const event = JSON.parse(data) as HostEvent
      for (const listen of listeners) listen(event)
    }
  }

  return {
    open,
    onEvent(listen: (event: HostEvent) => void): () => void {
      listeners.add(listen)
      return () => void listeners.delete(listen)
    },
    onLink(listen: (link: Link) => void): () => void {
      linkListeners.add(listen)
      listen(link)
      return () => void linkListeners.delete(listen)
    },
  }
}
