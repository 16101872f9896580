/** A mouse that goes so far drags, px; a finger that goes so far before it has rested scrolls. */
const slack = 6
/** How long a finger rests on a thing before it drags it, ms. */
const restMs = 400

/** What is done with a thing that is dragged. */
interface Hand {
  isHeld(): boolean
  take(): void
  carry(to: PointerEvent): void
  putDown(): void
  drop(): void
}

/** The click that comes of putting a thing down opens nothing. */
function swallowClick(): void {
  const swallow = (click: Event) => click.stopPropagation()
  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, { capture: true }))
}

/** Follows a pointer from where it was pressed. A mouse drags at once, a finger once it has rested. Answers how to stop. */
export function followPointer(pressed: PointerEvent, hand: Hand): () => void {
  const { clientX, clientY, pointerId } = pressed
  const isFinger = pressed.pointerType === 'touch'
  const rest = isFinger ? setTimeout(() => hand.take(), restMs) : undefined

  function drag(to: PointerEvent): void {
    if (to.pointerId !== pointerId) return
    if (!hand.isHeld()) {
      if (Math.hypot(to.clientX - clientX, to.clientY - clientY) < slack) return
      if (isFinger) {
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
  // The page does not scroll below what a finger holds.
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
