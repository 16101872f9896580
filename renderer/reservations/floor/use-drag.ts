import { onScopeDispose } from 'vue'
import type { Reservation } from '#contract/reservations/reservations.ts'
import { followPointer } from '../../ui/page/follow-pointer.ts'
import type { Source } from './drop.ts'
import { useFloor } from './use-floor.ts'

/** The value of the nearest such attribute under a place on screen. */
export const underAt = (x: number, y: number, name: string): string | null => {
  for (const one of document.elementsFromPoint(x, y)) {
    const value = one.closest(`[data-${name}]`)?.getAttribute(`data-${name}`) ?? ''
    if (value !== '') return value
  }
  return null
}

/** Carries a party or a table to a table, with the mouse or with a finger that rested on it. */
export function useDrag() {
  const { carriedTo, target, drops, pick, letGo, dropOn } = useFloor()
  let stop: (() => void) | null = null

  function end(): void {
    stop?.()
    stop = null
    // A press that carried nothing is a tap, and what was picked before stays.
    if (carriedTo.value !== null) letGo()
  }

  /** For `pointerdown`. */
  function press(event: PointerEvent, source: Source): void {
    if (event.button !== 0) return
    end()
    stop = followPointer(event, {
      isHeld: () => carriedTo.value !== null,
      take() {
        pick(source)
        carriedTo.value = { x: event.clientX, y: event.clientY }
      },
      carry({ clientX: x, clientY: y }) {
        carriedTo.value = { x, y }
        const table = underAt(x, y, 'table')
        target.value = table !== null && drops.value?.has(table) === true ? table : null
      },
      putDown() {
        const tableId = carriedTo.value === null ? null : target.value
        if (tableId !== null) dropOn(tableId)
        end()
      },
      drop: end,
    })
  }

  onScopeDispose(end)
  return { press }
}

/** For a row of a list: `@pointerdown="(event) => pressParty(event, reservation)"`. */
export function useDragParty() {
  const { press } = useDrag()
  return (event: PointerEvent, { id }: Reservation): void =>
    press(event, { kind: 'party', reservationId: id })
}
