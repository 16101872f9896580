// Runs in the page: the share of the wall's area that dishes and their comments use on the visible
// page.
;(() => {
  const wall = document.querySelector('[role="list"][data-wall]').getBoundingClientRect()
  let bodies = 0
  for (const segment of document.querySelectorAll('[data-wall] [data-segment]')) {
    const box = segment.getBoundingClientRect()
    const head = segment.querySelector('header').getBoundingClientRect()
    const foot = segment.querySelector('footer, [data-tail]').getBoundingClientRect()
    bodies += box.width * (foot.top - head.bottom)
  }
  return bodies / (wall.width * wall.height)
})()
