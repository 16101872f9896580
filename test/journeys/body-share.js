// Runs in the page: the share of the wall's area that dishes and their comments use on the visible
// page.
;(() => {
  const wall = document.querySelector('[role="list"][data-wall]').getBoundingClientRect()
  let bodies = 0
  for (const piece of document.querySelectorAll('[data-wall] [data-piece]')) {
    const box = piece.getBoundingClientRect()
    const head = piece.querySelector('header').getBoundingClientRect()
    const foot = piece.querySelector('footer, [data-tail]').getBoundingClientRect()
    bodies += box.width * (foot.top - head.bottom)
  }
  return bodies / (wall.width * wall.height)
})()
