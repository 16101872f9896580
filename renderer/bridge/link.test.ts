import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HostEvent } from '#contract/index.ts'
import { createLink, type EventStream } from './link.ts'

class Stream implements EventStream {
  onopen: EventStream['onopen'] = null
  onmessage: EventStream['onmessage'] = null
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
  const link = createLink({
    connect: () => {
      const stream = new Stream()
      streams.push(stream)
      return stream
    },
  })
  const heard: string[] = []
  link.onLink((state) => heard.push(state))
  link.onEvent((event) => heard.push(event.type))
  link.open()
  return { streams, heard }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('is down until the stream is open, and passes events on', () => {
  const { streams, heard } = start()
  expect(heard).toEqual(['down'])
  streams[0]?.onopen?.(new Event('open'))
  expect(heard).toEqual(['down', 'up'])
  streams[0]?.say(replaced)
  streams[0]?.say(replaced)
  expect(heard).toEqual(['down', 'up', 'host.replaced', 'host.replaced'])
})

test('25 s of silence take the link down and open a new stream', () => {
  const { streams, heard } = start()
  streams[0]?.say(replaced)
  vi.advanceTimersByTime(24_999)
  expect(heard.at(-1)).toBe('host.replaced')
  vi.advanceTimersByTime(1)
  expect(heard.at(-1)).toBe('down')
  expect(streams[0]?.closed).toBe(true)
  vi.advanceTimersByTime(500)
  expect(streams).toHaveLength(2)
  streams[1]?.say(replaced)
  expect(heard.slice(-2)).toEqual(['up', 'host.replaced'])
})

test('an error reconnects with a pause that grows but stays under 8 s', () => {
  const { streams, heard } = start()
  for (let failures = 0; failures < 8; failures++) {
    streams.at(-1)?.onerror?.(new Event('error'))
    vi.advanceTimersByTime(8_000)
    expect(streams).toHaveLength(failures + 2)
  }
  expect(heard).toEqual(['down'])
  streams[0]?.say(replaced)
  expect(heard, 'a closed stream is not listened to').toEqual(['down'])
})
