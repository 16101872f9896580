export interface Box {
  left: number
  top: number
  width: number
  height: number
}
type Size = Pick<Box, 'width' | 'height'>
type Point = Pick<Box, 'left' | 'top'>

/** The space between the card and its target, and around the card. */
const gap = 14
const margin = 8

const clamp = (value: number, max: number): number =>
  Math.max(margin, Math.min(value, max - margin))

/**
 * Where a card is beside its target, without covering it: to the right, to the left, below or
 * above, whichever has room first. Without a target it is in the middle. If there is room on no
 * side, it is in the corner that is farthest from the target.
 */
export function placeCard(target: Box | null, card: Size, view: Size): Point {
  const max = { left: view.width - card.width, top: view.height - card.height }
  if (target === null) return { left: max.left / 2, top: max.top / 2 }
  const right = target.left + target.width
  const bottom = target.top + target.height
  const alongside = clamp(target.top + (target.height - card.height) / 2, max.top)
  const along = clamp(target.left + (target.width - card.width) / 2, max.left)
  const sides: readonly Point[] = [
    { left: right + gap, top: alongside },
    { left: target.left - gap - card.width, top: alongside },
    { left: along, top: bottom + gap },
    { left: along, top: target.top - gap - card.height },
  ]
  const fits = ({ left, top }: Point): boolean =>
    left >= margin &&
    top >= margin &&
    left + card.width <= view.width - margin &&
    top + card.height <= view.height - margin
  const isLeft = target.left + target.width / 2 < view.width / 2
  const isHigh = target.top + target.height / 2 < view.height / 2
  return (
    sides.find(fits) ?? {
      left: isLeft ? max.left - margin : margin,
      top: isHigh ? max.top - margin : margin,
    }
  )
}
