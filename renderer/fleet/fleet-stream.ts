import { onBeforeUnmount, shallowRef } from 'vue'
import { pauseAfter } from '#contract/back-off.ts'
import { fleetBeatMs, type FleetMessage } from '#contract/relay/fleet.ts'
import { setHostTime } from '../clock/host-clock.ts'
import { nextTurn } from '../clock/next-turn.ts'
import { applyMessage, inPlaceOrder, type Stores } from './fleet-stores.ts'
import { isSignedOut } from './session.ts'

const patience = { firstMs: 1_000, longestMs: 15_000 }

/**
 * The chain's stores, as the server streams them. A stream without a message for twice `fleetBeatMs`
 * is broken, whatever the browser thinks. `end` is called when the login has ended.
 */
export function useFleetStream(end: () => void) {
  /** Null until the first message. */
  const stores = shallowRef<Stores | null>(null)
  const isBroken = shallowRef(false)
  /** The time of the last message (epoch ms). */
  const lastAt = shallowRef(0)
  let source: EventSource | null = null
  let failures = 0
  let silence: ReturnType<typeof setTimeout> | undefined
  let pause: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let queue = Promise.resolve()

  function take({ data }: MessageEvent<string>): void {
    const message = JSON.parse(data) as FleetMessage
    failures = 0
    awaitNext()
    isBroken.value = false
    queue = queue.then(() => apply(message))
  }

  /** All stores of a chain are too much for one task. */
  async function apply(message: FleetMessage): Promise<void> {
    const next = applyMessage(stores.value ?? new Map(), message)
    if (message.type === 'all') {
      await nextTurn()
      inPlaceOrder(next)
      await nextTurn()
    }
    setHostTime(new Date(message.now).toISOString())
    lastAt.value = message.now
    stores.value = next
  }

  function awaitNext(): void {
    clearTimeout(silence)
    silence = setTimeout(() => void openAgain(), 2 * fleetBeatMs)
  }

  /** For a stream that the browser doesn't open again by itself. */
  async function openAgain(): Promise<void> {
    close()
    isBroken.value = true
    failures += 1
    if (await isSignedOut()) {
      if (!isOver) end()
      return
    }
    if (!isOver) pause = setTimeout(open, pauseAfter(failures, patience, Math.random()))
  }

  function open(): void {
    source = new EventSource('events')
    source.addEventListener('message', take)
    source.addEventListener('error', () => {
      isBroken.value = true
      // The browser gives up on an answer that isn't a stream, such as 401.
      if (source?.readyState === EventSource.CLOSED) void openAgain()
    })
    awaitNext()
  }

  function close(): void {
    clearTimeout(silence)
    clearTimeout(pause)
    source?.close()
    source = null
  }

  open()
  onBeforeUnmount(() => {
    isOver = true
    close()
  })
  return { stores, isBroken, lastAt }
}
