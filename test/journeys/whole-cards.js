// Runs in the page: what is cut off, hidden or scrolls on the visible wall, and the dishes of its
// cards by code.
;(() => {
  const slack = 1
  const list = document.querySelector('[role="list"][data-wall]')
  const wall = list.getBoundingClientRect()
  const faults = []
  const dishes = {}
  const isIn = (inner, outer) =>
    inner.left >= outer.left - slack &&
    inner.right <= outer.right + slack &&
    inner.top >= outer.top - slack &&
    inner.bottom <= outer.bottom + slack

  for (const card of list.querySelectorAll('article')) {
    const code = document.getElementById(card.getAttribute('aria-labelledby')).textContent
    dishes[code] = [...card.querySelectorAll('[data-dish]')].map((dish) => dish.textContent)
    for (const segment of card.querySelectorAll('[data-segment]')) {
      const box = segment.getBoundingClientRect()
      if (!isIn(box, wall)) faults.push(`${code}: a segment leaves the page`)
      const foot = segment.querySelector('footer, [data-tail]').getBoundingClientRect()
      // On a phone the foot of a high card stays in sight, over what is still to scroll.
      const bottom = card.dataset.tall === undefined ? foot.top : box.bottom
      const room = { left: box.left, right: box.right, top: box.top, bottom }
      for (const part of segment.querySelectorAll('[data-part]'))
        if (!isIn(part.getBoundingClientRect(), room))
          faults.push(`${code}: "${part.textContent}" leaves its card`)
      const words = document.createTreeWalker(segment, NodeFilter.SHOW_TEXT)
      for (let text = words.nextNode(); text !== null; text = words.nextNode()) {
        if (text.parentElement.closest('.visually-hidden') || text.data.trim() === '') continue
        const range = document.createRange()
        range.selectNodeContents(text)
        for (const line of range.getClientRects())
          if (line.width > 0 && !isIn(line, box)) faults.push(`${code}: "${text.data}" is cut`)
      }
      for (const element of [segment, ...segment.querySelectorAll('*')])
        if (/auto|scroll/.test(getComputedStyle(element).overflow))
          faults.push(`${code}: ${element.className} scrolls`)
    }
  }
  return { faults, dishes }
})()
