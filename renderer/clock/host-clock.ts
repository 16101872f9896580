import { onBeforeUnmount, onMounted } from 'vue'

/**
 * The one clock of the screen. It follows the host's clock (every message carries `now`) on the monotonic
 * timer, so that a screen with a wrong clock counts right. Faces write text into what is visible, and
 * nothing is reactive per second, so that time passing never renders a board.
 */
let offset = Date.now() - performance.now()
let timer: ReturnType<typeof setTimeout> | undefined
const faces = new Set<(now: number) => void>()

/** The host's time, in ms since the epoch. */
export const hostNow = (): number => performance.now() + offset

/** Sets the clock by an ISO instant that the host has just sent. */
export function setHostTime(instant: string): void {
  const at = Date.parse(instant)
  if (!Number.isNaN(at)) offset = at - performance.now()
}

function tick(): void {
  const now = hostNow()
  for (const write of faces) write(now)
  timer = faces.size === 0 ? undefined : setTimeout(tick, 1000 - (hostNow() % 1000))
}

/** Calls `write` with the host's time at every full second, until the answered function is called. */
export function eachSecond(write: (now: number) => void): () => void {
  faces.add(write)
  timer ??= setTimeout(tick, 1000 - (hostNow() % 1000))
  return () => void faces.delete(write)
}

/** `eachSecond` for as long as the component is mounted, and once as it mounts. */
export function useEachSecond(write: (now: number) => void): void {
  let stop: (() => void) | undefined
  onMounted(() => {
    write(hostNow())
    stop = eachSecond(write)
  })
  onBeforeUnmount(() => stop?.())
}
