/**
 * What does not fit on the page `/ui`, in words: a part without a box, what stands out of its part, words that are cut
 * off, and what lies over another. Runs in the page.
 */
export function findMisfits(): string[] {
  const misfits: string[] = []
  const nameOf = (element: Element) => element.outerHTML.slice(0, 160)
  const scrolls = (element: Element) => getComputedStyle(element).overflowX !== 'visible'
  const isSeen = (element: Element) =>
    element.closest('.visually-hidden') === null && element.getBoundingClientRect().width > 1

  const view = document.querySelector('.gallery')
  if (view === null || view.scrollWidth > view.clientWidth) misfits.push('the page scrolls aside')

  for (const part of document.querySelectorAll<HTMLElement>('[data-part]')) {
    const frame = part.getBoundingClientRect()
    if (frame.height < 80 || frame.width < 200) misfits.push(`no room for ${nameOf(part)}`)
    const all = [...part.querySelectorAll('*')].filter(isSeen)
    for (const element of all) {
      let within = element.parentElement
      while (within !== null && within !== part && !scrolls(within)) within = within.parentElement
      if (within !== part) continue
      const { left, right } = element.getBoundingClientRect()
      if (left < frame.left - 1 || right > frame.right + 1) misfits.push(`out: ${nameOf(element)}`)
    }
    const touched = all.filter((element) =>
      element.matches('button, a, label:has(input), [role=group]'),
    )
    for (const element of touched)
      if (
        !scrolls(element) &&
        element.scrollWidth > element.clientWidth + 1 &&
        element.clientWidth > 0
      )
        misfits.push(`cut off: ${nameOf(element)}`)
    const buttons = all.filter((element) => element.matches('button, a, input'))
    for (const [nth, one] of buttons.entries())
      for (const other of buttons.slice(nth + 1)) {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
        const apart =
          a.right <= b.left + 1 ||
          b.right <= a.left + 1 ||
          a.bottom <= b.top + 1 ||
          b.bottom <= a.top + 1
        // The eye of a secret lies within its field.
        const isWithin =
          b.left >= a.left && b.right <= a.right && b.top >= a.top && b.bottom <= a.bottom
        if (!apart && !isWithin) misfits.push(`${nameOf(one)} lies over ${nameOf(other)}`)
      }
  }
  return misfits
}
