import { onBeforeUnmount, shallowRef } from 'vue'
import { fleetBeatMs, type FleetMessage } from '#contract/relay/fleet.ts'
import { openEventStream } from '../bridge/event-stream.ts'
import { StreamLink } from '../bridge/link.ts'
import { setHostTime } from '../clock/host-clock.ts'
import { AllStores } from './all-stores.ts'
import { early } from './early.ts'
import { applyMessage, followFleet, noFleet, type Fleet } from './fleet-stores.ts'

const patience = {
  silenceMs: 2 * fleetBeatMs,
  pauses: { firstMs: 1_000, maxMs: 15_000 },
}

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
  let isFirst = true
  /** The list of all stores, while it comes in. */
  let underWay: AllStores | null = null

  async function connect(signal: AbortSignal): Promise<Response> {
    const answer = (await early.takeStream()) ?? (await fetch('events', { signal }))
    if (answer.status === 401 && !signal.aborted) end()
    return answer
  }
  const link = new StreamLink<FleetMessage>({
    ...patience,
    connect() {
      if (!isFirst) isBroken.value = true
      isFirst = false
      return openEventStream(connect, { inTurns: true })
    },
  })

  function stopAll(): void {
    underWay?.stop()
    underWay = null
  }
  /** What is there already stays until all have come. */
  async function readAll(): Promise<void> {
    stopAll()
    const mine = new AllStores()
    underWay = mine
    const read = await mine.read()
    if (underWay !== mine) return
    underWay = null
    if (read === null) link.openAgain()
    else fleet.value = read
  }

  link.onLink((state) => {
    if (state === 'up' || isFirst) return
    isBroken.value = true
    stopAll()
  })
  link.onEvent((message) => {
    isBroken.value = false
    underWay?.note(message)
    if (message.type === 'changed' || message.left === 0 || fleet.value === null)
      fleet.value = followMessage(fleet.value ?? noFleet, message)
    if (message.type === 'all' && message.left > 0) void readAll()
    setHostTime(new Date(message.now).toISOString())
    lastAt.value = message.now
  })
  link.open()
  onBeforeUnmount(() => {
    link.close()
    stopAll()
  })
  return { fleet, isBroken, lastAt }
}
