import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HostEvent } from '#contract/index.ts'
import { hostPatience, StreamLink, type EventStream } from './link.ts'

class Stream implements EventStream {
  onopen: EventStream['onopen'] = null
  onmessage: EventStream['onmessage'] = null
  onbeat: EventStream['onbeat'] = null
  onerror: EventStream['onerror'] = null
  closed = false
  close(): void {
    this.closed = true
  }
  say(event: HostEvent): void {
    this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(event) }))
  }
}

const replaced: HostEvent = { type: 'host.replaced' }

function start() {
  const streams: Stream[] = []
  const link = new StreamLink<HostEvent>({
    ...hostPatience,
    connect: () => {
      const stream = new Stream()
      streams.push(stream)
      return stream
    },
  })
  const received: string[] = []
  link.onLink((state) => received.push(state))
  link.onEvent((event) => received.push(event.type))
  link.open()
  return { streams, received }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('is down until the stream is open, and passes events on', () => {
  const { streams, received } = start()
  expect(received).toEqual(['down'])
  streams[0]?.onopen?.(new Event('open'))
  expect(received).toEqual(['down', 'up'])
  streams[0]?.say(replaced)
  streams[0]?.say(replaced)
  expect(received).toEqual(['down', 'up', 'host.replaced', 'host.replaced'])
})

test('three seconds of silence take the link down and open a new stream', () => {
  const { streams, received } = start()
  streams[0]?.say(replaced)
  vi.advanceTimersByTime(2_999)
  expect(received.at(-1)).toBe('host.replaced')
  vi.advanceTimersByTime(1)
  expect(received.at(-1)).toBe('down')
  expect(streams[0]?.closed).toBe(true)
  vi.advanceTimersByTime(500)
  expect(streams).toHaveLength(2)
  streams[1]?.say(replaced)
  expect(received.slice(-2)).toEqual(['up', 'host.replaced'])
})

test('a beat is enough, and three missing ones are too many', () => {
  const { streams, received } = start()
  streams[0]?.onopen?.(new Event('open'))
  for (let beats = 0; beats < 10; beats++) {
    vi.advanceTimersByTime(2_999)
    streams[0]?.onbeat?.()
  }
  expect(received).toEqual(['down', 'up'])
  vi.advanceTimersByTime(3_000)
  expect(received.at(-1)).toBe('down')
})

test('an error reconnects with a pause that grows but stays under 3 s', () => {
  const { streams, received } = start()
  for (let failures = 0; failures < 8; failures++) {
    streams.at(-1)?.onerror?.(new Event('error'))
    vi.advanceTimersByTime(3_000)
    expect(streams).toHaveLength(failures + 2)
  }
  expect(received).toEqual(['down'])
  streams[0]?.say(replaced)
  expect(received, 'a closed stream is not listened to').toEqual(['down'])
})
