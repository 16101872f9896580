// Runs in the page: texts that are cut off or leave their button, and controls that lie over each other.
;(() => {
  const slack = 2
  const faults = new Set()
  const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1)
  const root = dialog ?? document.body
  const inSight = (box) =>
    box.width > 0 &&
    box.height > 0 &&
    box.top < innerHeight &&
    box.bottom > 0 &&
    box.left < innerWidth &&
    box.right > 0
  const isClipped = (element) => {
    for (let outer = element; outer !== null; outer = outer.parentElement)
      if (getComputedStyle(outer).clipPath !== 'none') return true
    return false
  }
  const isHidden = (element) =>
    isClipped(element) ||
    element.closest('.visually-hidden, [aria-hidden="true"], [hidden], svg') !== null ||
    !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const isPinned = (element) => {
    for (let outer = element; outer !== null; outer = outer.parentElement)
      if (/fixed|sticky/.test(getComputedStyle(outer).position)) return true
    return false
  }
  const controls = 'button, a[href], [role="tab"], [role="switch"], [role="radio"], input, label'

  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const said = text.data.trim()
    const parent = text.parentElement
    if (said === '' || parent === null || isHidden(parent)) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    const boxes = [...range.getClientRects()].filter(inSight)
    if (boxes.length === 0) continue
    for (
      let outer = parent;
      outer !== null && outer !== document.body;
      outer = outer.parentElement
    ) {
      const style = getComputedStyle(outer)
      if (/auto|scroll/.test(style.overflow)) break
      // A long name may end in an ellipsis on purpose, but not that of a room.
      if (style.textOverflow === 'ellipsis' && parent.closest('nav') !== null) {
        if (outer.scrollWidth > outer.clientWidth) faults.add(`"${said}" is cut off`)
        break
      }
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') break
      const frame = outer.getBoundingClientRect()
      const clips = /hidden|clip/.test(style.overflowX)
      const isControl = outer.matches('button, a[href], [role="tab"]')
      if (!clips && !isControl) continue
      for (const box of boxes)
        if (box.left < frame.left - slack || box.right > frame.right + slack)
          faults.add(`"${said}" ${clips ? 'is cut off' : 'leaves its button'}`)
      if (clips) break
    }
  }

  // Content that scrolls inside a list is only visible within the list.
  const seenBox = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const box = { left, top, right, bottom }
    for (let outer = element.parentElement; outer !== null; outer = outer.parentElement) {
      if (getComputedStyle(outer).overflow === 'visible') continue
      const frame = outer.getBoundingClientRect()
      box.left = Math.max(box.left, frame.left)
      box.top = Math.max(box.top, frame.top)
      box.right = Math.min(box.right, frame.right)
      box.bottom = Math.min(box.bottom, frame.bottom)
    }
    return box
  }
  const reached = [...root.querySelectorAll(controls)].filter((element) => {
    const box = element.getBoundingClientRect()
    if (!inSight(box) || isHidden(element)) return false
    const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
    return top !== null && (element.contains(top) || top.contains(element))
  })
  const nameOf = (element) => (element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40)
  reached.forEach((one, nth) => {
    const first = seenBox(one)
    for (const other of reached.slice(nth + 1)) {
      if (one.contains(other) || other.contains(one)) continue
      // A label belongs to its field, and a field may have a button inside.
      if (one.control === other || other.control === one) continue
      if (one.matches('input') && other.matches('button')) continue
      // Lists scroll below what stays in its place.
      if (isPinned(one) !== isPinned(other)) continue
      const second = seenBox(other)
      const wide = Math.min(first.right, second.right) - Math.max(first.left, second.left)
      const high = Math.min(first.bottom, second.bottom) - Math.max(first.top, second.top)
      if (wide > 4 && high > 4) faults.add(`"${nameOf(one)}" lies over "${nameOf(other)}"`)
    }
  })
  return [...faults]
})()
