import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Link } from '#contract/bridge.ts'
import { createCallOnce } from './call-once.ts'

/** A host that counts each id once, and a network that can be cut. */
function start() {
  let report: (link: Link) => void = () => undefined
  const counted = new Set<string>()
  const sent: string[] = []
  let network: 'works' | 'swallows' | 'loses answers' | 'fails' = 'works'
  const callOnce = createCallOnce((listen) => (report = listen), 45_000)
  const send = (callId: string, signal: AbortSignal): Promise<string> =>
    new Promise((resolve, reject) => {
      sent.push(callId)
      signal.addEventListener('abort', () => {
        reject(new Error('aborted'))
      })
      if (network === 'fails') reject(new Error('no network'))
      if (network === 'fails' || network === 'swallows') return
      counted.add(callId)
      if (network === 'works') resolve('done')
    })
  return {
    ...{ counted, sent },
    setLink: (link: Link) => {
      report(link)
    },
    setNetwork: (next: typeof network) => (network = next),
    tap: () =>
      callOnce(send).then(
        (answer) => answer,
        (cause: unknown) => (cause instanceof Error ? cause.message : ''),
      ),
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.for(['swallows', 'loses answers', 'fails'] as const)(
  'a tap on its way when the network %s is sent again after it is back, and counts once',
  async (how) => {
    const screen = start()
    screen.setLink('up')
    screen.setNetwork(how)
    const answer = screen.tap()
    await vi.advanceTimersByTimeAsync(3_000)
    screen.setLink('down')
    await vi.advanceTimersByTimeAsync(20_000)
    screen.setNetwork('works')
    screen.setLink('up')
    await vi.advanceTimersByTimeAsync(0)
    expect(await answer).toBe('done')
    expect(screen.counted.size).toBe(1)
    expect(new Set(screen.sent).size).toBe(1)
    expect(screen.sent.length).toBeGreaterThan(1)
  },
)

test('a tap while the link is lost fails at once, and is never sent', async () => {
  const screen = start()
  screen.setLink('up')
  screen.setLink('down')
  expect(await screen.tap()).toBe('the link is lost')
  screen.setLink('up')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(screen.sent).toEqual([])
})

test('before the first stream is open a call is sent', async () => {
  expect(await start().tap()).toBe('done')
})

test('a tap without an answer fails in the end', async () => {
  const screen = start()
  screen.setLink('up')
  screen.setNetwork('swallows')
  const answer = screen.tap()
  await vi.advanceTimersByTimeAsync(3_000)
  screen.setLink('down')
  await vi.advanceTimersByTimeAsync(42_000)
  expect(await answer).toBe('no answer in time')
})
