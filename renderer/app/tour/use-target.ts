import { onBeforeUnmount, onMounted, shallowRef, type ShallowRef } from 'vue'
import { isDialogOpen } from '../../ui/dialog/open-dialogs.ts'
import type { Box } from './place-card.ts'

/** A room may still be loading. Only then is the target taken for absent. */
const patienceMs = 1_500

/** What the tour sees of a step's target. */
export interface Sight {
  /** The place of the target; null if it isn't on screen. */
  box: Box | null
  /** A dialog is open, and covers everything but itself. */
  behindDialog: boolean
}

const isShown = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect()
  return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
}

/** The first element that can be seen. Behind an open dialog nothing can. */
function find(selectors: readonly string[], among: Element | Document): Element | null {
  for (const selector of selectors) {
    const match = [...document.querySelectorAll(selector)].find(
      (element) => among.contains(element) && isShown(element),
    )
    if (match !== undefined) return match
  }
  return null
}

/** Brings the target into sight, also if a scrolled list or its edge hides a part of it. */
function bringIntoSight(element: Element): void {
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  const isWhole = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth
  if (isWhole && middle !== null && element.contains(middle)) return
  element.scrollIntoView({ block: 'center', inline: 'center' })
}

const sameBox = (one: Box | null, other: Box | null): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/**
 * Follows the target frame by frame, because tickets move and lists scroll. Undefined until it was
 * found or is taken for absent.
 */
export function useTarget(
  selectors: () => readonly string[],
): Readonly<ShallowRef<Sight | undefined>> {
  const sight = shallowRef<Sight>()
  let lastTarget: Element | null = null
  let asked: readonly string[] = []
  let since = 0
  let frame = 0

  function see(box: Box | null, behindDialog: boolean): void {
    const was = sight.value
    if (was?.behindDialog === behindDialog && sameBox(was.box, box)) return
    sight.value = { box, behindDialog }
  }

  function look(now: number): void {
    frame = requestAnimationFrame(look)
    const isNew = asked !== selectors()
    if (isNew) {
      asked = selectors()
      since = now
      lastTarget = null
    }
    const dialog = isDialogOpen() ? document.querySelector('.dialog[role=dialog]') : null
    const target = find(asked, dialog ?? document)
    if (target === null) {
      lastTarget = null
      if (isDialogOpen() || now - since > patienceMs) see(null, isDialogOpen())
      // The light doesn't stay on the target of another step.
      else if (isNew) sight.value = undefined
      return
    }
    if (target !== lastTarget) bringIntoSight(target)
    lastTarget = target
    const { left, top, width, height } = target.getBoundingClientRect()
    see({ left, top, width, height }, isDialogOpen())
  }

  onMounted(() => (frame = requestAnimationFrame(look)))
  onBeforeUnmount(() => cancelAnimationFrame(frame))
  return sight
}
