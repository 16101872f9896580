import { onBeforeUnmount, onMounted } from 'vue'

/**
 * The screen's only clock. It follows the host's clock (every message has `now`) on the monotonic
 * timer, so a screen with a wrong clock counts right. Listeners write text directly and nothing is
 * reactive per second, so passing time never renders the wall.
 */
let offset = Date.now() - performance.now()
let timer: ReturnType<typeof setTimeout> | undefined
const faces = new Set<(now: number) => void>()

/** The host's time in ms since the epoch. */
export const hostNow = (): number => performance.now() + offset

/**
 * Sets the clock from an ISO instant that the host just sent. If it was wrong by more than a second,
 * all listeners are called with the right time at once.
 */
export function setHostTime(instant: string): void {
  const at = Date.parse(instant)
  if (Number.isNaN(at)) return
  const wasWrong = Math.abs(at - hostNow()) > 1000
  offset = at - performance.now()
  if (!wasWrong || faces.size === 0) return
  clearTimeout(timer)
  tick()
}

function tick(): void {
  const now = hostNow()
  for (const write of faces) write(now)
  timer = faces.size === 0 ? undefined : setTimeout(tick, 1000 - (hostNow() % 1000))
}

/** Calls `write` with the host's time every full second. Returns how to stop. */
export function eachSecond(write: (now: number) => void): () => void {
  faces.add(write)
  timer ??= setTimeout(tick, 1000 - (hostNow() % 1000))
  return () => {
    faces.delete(write)
    if (faces.size > 0) return
    clearTimeout(timer)
    timer = undefined
  }
}

/** `eachSecond` while the component is mounted, and once when it mounts. */
export function useEachSecond(write: (now: number) => void): void {
  let stop: (() => void) | undefined
  onMounted(() => {
    write(hostNow())
    stop = eachSecond(write)
  })
  onBeforeUnmount(() => stop?.())
}
