import { onBeforeUnmount, shallowRef } from 'vue'
import { pauseAfter } from '#contract/back-off.ts'
import { compareStores, fleetBeatMs, type FleetMessage } from '#contract/relay/fleet.ts'
import { setHostTime } from '../clock/host-clock.ts'
import { nextTurn } from '../clock/next-turn.ts'
import { early } from './early.ts'
import {
  applyMessage,
  comparePlaces,
  foldTexts,
  followFleet,
  followOrder,
  noFleet,
  type Fleet,
  type Stores,
} from './fleet-stores.ts'
import { MessageQueue } from './message-queue.ts'
import { isSignedOut } from './session.ts'

const patience = { firstMs: 1_000, longestMs: 15_000 }

/** Both orders of all stores, each in a task of its own. */
async function inTurns(before: Fleet, byId: Stores): Promise<Fleet> {
  const byTrouble = followOrder(before.byTrouble, byId, compareStores)
  await nextTurn()
  const inPlace = followOrder(before.inPlace, byId, comparePlaces)
  await nextTurn()
  return { byId, inPlace, byTrouble, left: 0 }
}

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
  /** All stores, while their messages come in. */
  let incoming: Stores = new Map()

  async function apply(message: FleetMessage): Promise<void> {
    if (message.type === 'all') {
      incoming = applyMessage(incoming, message)
      foldTexts(message.stores)
      // What is there already stays until all have come.
      const isFirstSight = fleet.value === null && message.isFirst
      if (message.left > 0 && !isFirstSight) return
      fleet.value =
        message.left > 0
          ? followFleet(noFleet, incoming, message.left)
          : await inTurns(fleet.value ?? noFleet, incoming)
      if (message.left === 0) incoming = new Map()
    } else {
      const before = fleet.value ?? noFleet
      fleet.value = followFleet(before, applyMessage(before.byId, message))
    }
    setHostTime(new Date(message.now).toISOString())
    lastAt.value = message.now
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
