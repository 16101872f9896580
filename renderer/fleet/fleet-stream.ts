import { onBeforeUnmount, shallowRef } from 'vue'
import { pauseAfter } from '#contract/shared/back-off.ts'
import { fleetBeatMs, type FleetMessage } from '#contract/relay/fleet.ts'
import { setHostTime } from '../clock/host-clock.ts'
import { early } from './early.ts'
import { applyMessage, followFleet, noFleet, type Fleet } from './fleet-stores.ts'
import { MessageQueue } from './message-queue.ts'
import { isSignedOut } from './session.ts'
import { AllStores } from './all-stores.ts'

const patience = { firstMs: 1_000, maxMs: 15_000 }

const followMessage = (before: Fleet, message: FleetMessage): Fleet =>
  followFleet(
    before,
    applyMessage(before.byId, message),
    message.type === 'all' ? message.left : before.left,
  )

/**
 * The chain's stores, as the server streams them. A stream without a message for twice `fleetBeatMs`
 * is broken, whatever the browser thinks. `end` is called when the login has ended.
 */
export function useFleetStream(end: () => void) {
  /** Null until the first message. */
  const fleet = shallowRef<Fleet | null>(null)
  const isBroken = shallowRef(false)
  /** The time of the last message (epoch ms). */
  const lastAt = shallowRef(0)
  let source: EventSource | null = null
  let failures = 0
  let silence: ReturnType<typeof setTimeout> | undefined
  let pause: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  /** The list of all stores, while it comes in. */
  let underWay: AllStores | null = null
  function apply(message: FleetMessage): void {
    underWay?.note(message)
    if (message.type === 'changed' || message.left === 0 || fleet.value === null)
      fleet.value = followMessage(fleet.value ?? noFleet, message)
    if (message.type === 'all' && message.left > 0) void readAll()
    setHostTime(new Date(message.now).toISOString())
    lastAt.value = message.now
  }
  /** What is there already stays until all have come. */
  async function readAll(): Promise<void> {
    underWay?.stop()
    const mine = new AllStores()
    underWay = mine
    const read = await mine.read()
    if (underWay !== mine || isOver) return
    underWay = null
    if (read === null) void openAgain()
    else fleet.value = read
  }
  const queue = new MessageQueue(apply)

  function take({ data }: MessageEvent<string>): void {
    failures = 0
    awaitNext()
    isBroken.value = false
    queue.add(data)
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

  function follow(stream: EventSource): void {
    source = stream
    source.addEventListener('message', take)
    source.addEventListener('error', () => {
      isBroken.value = true
      // The browser gives up on an answer that isn't a stream, such as 401.
      if (source?.readyState === EventSource.CLOSED) void openAgain()
    })
    awaitNext()
  }
  const open = (): void => follow(new EventSource('events'))

  function close(): void {
    clearTimeout(silence)
    clearTimeout(pause)
    underWay?.stop()
    underWay = null
    source?.close()
    source = null
  }

  const opened = early.takeStream()
  if (opened === null) open()
  else {
    follow(opened.source)
    opened.received.forEach(take)
  }
  onBeforeUnmount(() => {
    isOver = true
    close()
  })
  return { fleet, isBroken, lastAt }
}
