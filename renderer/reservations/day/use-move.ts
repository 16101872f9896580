import { nextTick, onScopeDispose, shallowRef, type Ref } from 'vue'
import type { FloorPlan, Reservation } from '#contract/reservations/reservations.ts'
import { followPointer } from '../../ui/page/follow-pointer.ts'
import { canMove, endOfMove, snapToQuarterHour, stepMs, type Move, type Moved } from './move.ts'
import type { Span } from './timeline.ts'

interface Day {
  span: Readonly<Ref<Span>>
  plan: () => FloorPlan
  /** The tables from top to bottom; null is the row without a table. */
  rows: () => readonly (string | null)[]
}

/** Moves a reservation on the timeline with the mouse, with a finger, or with M and the arrow keys. */
export function useMove(
  frame: Readonly<Ref<HTMLElement | null>>,
  { span, plan, rows }: Day,
  putDown: (moved: Moved) => void,
) {
  const move = shallowRef<Move | null>(null)
  let stop: (() => void) | null = null
  /** Whether it is being moved with the keyboard. */
  const isTakenUp = shallowRef(false)

  function drop(): void {
    stop?.()
    stop = null
    move.value = null
    isTakenUp.value = false
  }
  function end(): void {
    const moved = move.value && endOfMove(move.value, plan())
    drop()
    if (moved) putDown(moved)
  }

  function rowAt(x: number, y: number): string | null | undefined {
    const row = document
      .elementsFromPoint(x, y)
      .map((one) => one.closest<HTMLElement>('[data-table]'))
      .find((one) => one !== null)
    const table = row?.dataset['table']
    return table === '' ? null : table
  }

  function press(event: PointerEvent, reservation: Reservation, from: string | null): void {
    const bars = (event.currentTarget as HTMLElement).closest<HTMLElement>('ul')
    if (event.button !== 0 || bars === null || !canMove(reservation)) return
    drop()
    const begun = Date.parse(reservation.startsAt)
    const perPixel = (span.value.to - span.value.from) / bars.clientWidth
    const left = frame.value?.scrollLeft ?? 0
    stop = followPointer(event, {
      isHeld: () => move.value !== null,
      take: () => (move.value = { reservation, from, to: from, startsAt: begun }),
      carry({ clientX, clientY }) {
        if (move.value === null) return
        const way = clientX - event.clientX + (frame.value?.scrollLeft ?? 0) - left
        const startsAt = way === 0 ? begun : snapToQuarterHour(span.value, begun + way * perPixel)
        // Outside of the rows it stays in the last one.
        const row = rowAt(clientX, clientY)
        move.value = { ...move.value, to: row === undefined ? move.value.to : row, startsAt }
      },
      putDown: end,
      drop,
    })
  }

  function shift(held: Move, steps: number, down: number): void {
    const tables = rows()
    const at = tables.indexOf(held.to)
    const to = tables[Math.min(tables.length - 1, Math.max(0, at + down))] ?? null
    const startsAt =
      steps === 0 ? held.startsAt : snapToQuarterHour(span.value, held.startsAt + steps * stepMs)
    move.value = { ...held, startsAt, to: down === 0 ? held.to : to }
    void nextTick(() =>
      frame.value
        ?.querySelector('[data-preview]')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
  }

  function key(event: KeyboardEvent, reservation: Reservation, from: string | null): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const held = isTakenUp.value ? move.value : null
    if (held === null) {
      if (event.key.toLowerCase() !== 'm' || !canMove(reservation)) return
      isTakenUp.value = true
      move.value = { reservation, from, to: from, startsAt: Date.parse(reservation.startsAt) }
    } else if (event.key === 'ArrowLeft') shift(held, -1, 0)
    else if (event.key === 'ArrowRight') shift(held, 1, 0)
    else if (event.key === 'ArrowUp') shift(held, 0, -1)
    else if (event.key === 'ArrowDown') shift(held, 0, 1)
    else if (event.key === 'Enter') end()
    else if (event.key === 'Escape') drop()
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  onScopeDispose(drop)
  return { move, isTakenUp, press, key, drop }
}
