import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { FakeBridge } from '../test-support/fake-bridge.ts'
import { closeWall, openWall, shown, ticketFor } from '../test-support/open-wall.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(closeWall)

/** A wall that has played a sound, and the contexts in which sounds started since. */
async function openRinging() {
  const started: BaseAudioContext[] = []
  const start = vi.spyOn(AudioBufferSourceNode.prototype, 'start').mockImplementation(function (
    this: AudioBufferSourceNode,
  ) {
    started.push(this.context)
  })
  onTestFinished(() => start.mockRestore())
  const bridge = new FakeBridge([ticketFor(1)])
  bridge.preferences = { ...bridge.preferences, soundOn: true, volume: 0.1 }
  await openWall(bridge)
  await expect.poll(shown).toEqual([1001])
  await page.getByRole('heading').first().click()
  bridge.change([ticketFor(2)])
  await expect.poll(() => started.length, { timeout: 10_000 }).toBe(1)
  const [context] = started
  if (!(context instanceof AudioContext)) throw new Error('no context')
  return { bridge, started, context }
}

const notice = () => page.getByRole('button', { name: 'Turn on sound' })

test.for(['stands still', 'is interrupted', 'is suspended'] as const)(
  'an audio clock that %s is noticed with the next order, and one tap mends it',
  async (how) => {
    const { bridge, started, context } = await openRinging()
    await expect.element(notice()).not.toBeInTheDocument()
    if (how === 'stands still') Object.defineProperty(context, 'currentTime', { value: 3 })
    // Some devices say so without an event.
    else
      Object.defineProperty(context, 'state', {
        value: how === 'is suspended' ? 'suspended' : 'interrupted',
      })
    bridge.change([ticketFor(3)])
    await expect.element(notice()).toBeVisible()
    await page.getByRole('heading').first().click()
    await expect.element(notice()).not.toBeInTheDocument()
    const before = started.length
    bridge.change([ticketFor(4)])
    await expect.poll(() => started.length).toBe(before + 1)
    expect(started.at(-1)).not.toBe(context)
    expect(context.state === 'closed' || how !== 'stands still').toBe(true)
  },
)
