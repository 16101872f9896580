const nameOf = (element: Element) => element.outerHTML.slice(0, 160)
const scrolls = (element: Element) => getComputedStyle(element).overflowX !== 'visible'
const isSeen = (element: Element) =>
  element.closest('.visually-hidden') === null && element.getBoundingClientRect().width > 1

/** What sticks out of its part sideways, except inside scrolling elements. */
function findOutside(part: Element, all: readonly Element[]): string[] {
  const frame = part.getBoundingClientRect()
  return all
    .filter((element) => {
      let within = element.parentElement
      while (within !== null && within !== part && !scrolls(within)) within = within.parentElement
      const { left, right } = element.getBoundingClientRect()
      return within === part && (left < frame.left - 1 || right > frame.right + 1)
    })
    .map((element) => `out: ${nameOf(element)}`)
}

/** Controls that overlap. The eye of a secret may lie inside its field. */
function findOverlaps(all: readonly Element[]): string[] {
  const touched = all.filter((element) => element.matches('button, a, input'))
  return touched.flatMap((one, nth) =>
    touched
      .slice(nth + 1)
      .filter((other) => {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
        const isAside = a.right <= b.left + 1 || b.right <= a.left + 1
        const isBelow = a.bottom <= b.top + 1 || b.bottom <= a.top + 1
        const isWithin =
          b.left >= a.left && b.right <= a.right && b.top >= a.top && b.bottom <= a.bottom
        return !isAside && !isBelow && !isWithin
      })
      .map((other) => `${nameOf(one)} lies over ${nameOf(other)}`),
  )
}

/** What doesn't fit in a part, as text: no box, overflow, cut-off text, overlaps. */
export function findMisfits(part: HTMLElement): string[] {
  const { width, height } = part.getBoundingClientRect()
  const all = [...part.querySelectorAll('*')].filter(isSeen)
  const cutOff = all.filter(
    (element) =>
      element.matches('button, a, label:has(input), [role=group]') &&
      !scrolls(element) &&
      element.clientWidth > 0 &&
      element.scrollWidth > element.clientWidth + 1,
  )
  return [
    ...(width < 200 || height < 80 ? [`no room for ${nameOf(part)}`] : []),
    ...findOutside(part, all),
    ...cutOff.map((element) => `cut off: ${nameOf(element)}`),
    ...findOverlaps(all),
  ]
}
