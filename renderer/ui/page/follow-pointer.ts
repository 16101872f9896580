/**
 * A mouse starts to drag after this distance (px). A finger that moves this far before `restMs`
 * scrolls instead.
 */
const slack = 6
/** How long a finger must rest before it drags (ms). */
const restMs = 400

interface Hand {
  isHeld(): boolean
  take(): void
  carry(to: PointerEvent): void
  putDown(): void
  drop(): void
}

/** The click after a drop must not open anything. */
function swallowClick(): void {
  const swallow = (click: Event) => click.stopPropagation()
  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, { capture: true }))
}

/**
 * Follows a pointer that was pressed. A mouse drags at once, a finger after it has rested. With
 * `atOnce` a finger that moves that way drags at once too: the element then lets it scroll only up
 * and down (`touch-action: pan-y`), or not at all (`none`). Returns a function that stops it.
 */
export function followPointer(
  pressed: PointerEvent,
  hand: Hand,
  atOnce?: 'across' | 'any way',
): () => void {
  const { clientX, clientY, pointerId } = pressed
  const isFinger = pressed.pointerType === 'touch'
  const rest = isFinger && atOnce === undefined ? setTimeout(() => hand.take(), restMs) : undefined

  function drag(to: PointerEvent): void {
    if (to.pointerId !== pointerId) return
    if (!hand.isHeld()) {
      const [across, down] = [to.clientX - clientX, to.clientY - clientY]
      if (Math.hypot(across, down) < slack) return
      const isScroll =
        atOnce === undefined || (atOnce === 'across' && Math.abs(down) > Math.abs(across))
      if (isFinger && isScroll) {
        hand.drop()
        return
      }
      hand.take()
    }
    hand.carry(to)
  }
  function release(): void {
    if (hand.isHeld()) swallowClick()
    hand.putDown()
  }
  const drop = () => hand.drop()
  const leave = (key: KeyboardEvent) => {
    if (key.key === 'Escape') hand.drop()
  }
  // A finger that drags must not scroll the page.
  const hold = (touch: TouchEvent) => {
    if (hand.isHeld()) touch.preventDefault()
  }
  addEventListener('pointermove', drag)
  addEventListener('pointerup', release)
  addEventListener('pointercancel', drop)
  addEventListener('keydown', leave)
  addEventListener('touchmove', hold, { passive: false })
  return () => {
    clearTimeout(rest)
    removeEventListener('pointermove', drag)
    removeEventListener('pointerup', release)
    removeEventListener('pointercancel', drop)
    removeEventListener('keydown', leave)
    removeEventListener('touchmove', hold)
  }
}
