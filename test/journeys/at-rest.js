// Runs in the page: resolves once no card has moved for ten frames and nothing fades.
new Promise((resolve) => {
  let before = ''
  let frames = 0
  const look = () => {
    const now = [...document.querySelectorAll('article, [data-segment]')]
      .map((card) => {
        const { x, y, width, height } = card.getBoundingClientRect()
        return [x, y, width, height].join(' ')
      })
      .join()
    const fades = document.getAnimations().some((one) => one instanceof CSSTransition)
    frames = now === before && !fades ? frames + 1 : 0
    before = now
    if (frames < 10) requestAnimationFrame(look)
    else resolve()
  }
  look()
})
