const canvas = document.createElement('canvas')

/** A hundred px, so that rounding doesn't matter. */
const measured = 100

/** The width of a text in em, in the page's font at the weight of the numbers. */
export function widthOf(text: string): number {
  const context = canvas.getContext('2d')
  if (context === null) return text.length
  context.font = `800 ${String(measured)}px ${getComputedStyle(document.body).fontFamily}`
  return context.measureText(text).width / measured
}
