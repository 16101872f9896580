import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { streamBeatMs, streamSilenceMs } from '#contract/shared/stream-beat.ts'
import { MainPulse } from './main-pulse.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function listen(pulse: MainPulse) {
  const received: string[] = []
  const stop = pulse.onLink((link) => received.push(link))
  return { received, stop }
}

test('three beats that don’t come are a frozen main process; the next one brings it back', () => {
  const pulse = new MainPulse()
  const { received } = listen(pulse)
  for (let nth = 0; nth < 10; nth++) {
    vi.advanceTimersByTime(streamBeatMs)
    pulse.beat()
  }
  expect(received).toEqual(['up'])
  vi.advanceTimersByTime(streamSilenceMs - 1)
  expect(received).toEqual(['up'])
  vi.advanceTimersByTime(1)
  expect(received).toEqual(['up', 'down'])
  pulse.beat()
  expect(received).toEqual(['up', 'down', 'up'])
})

test('it is noticed too if no beat ever came, and by who listens later', () => {
  const pulse = new MainPulse()
  const first = listen(pulse)
  first.stop()
  vi.advanceTimersByTime(streamSilenceMs)
  expect(first.received).toEqual(['up'])
  expect(listen(pulse).received).toEqual(['down'])
})
