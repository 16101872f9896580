/** Height of the page that an on-screen keyboard covers; zero while the page is zoomed. */
function covered({ height, offsetTop, scale }: VisualViewport): number {
  return scale === 1 ? Math.max(0, Math.round(innerHeight - height - offsetTop)) : 0
}

/**
 * Tells the style sheets how much an on-screen keyboard covers (`--keyboard`), and keeps the field
 * in sight. Most browsers make the page smaller instead; the others only move it. Returns a function
 * that stops it.
 */
export function followKeyboard(): () => void {
  const view = visualViewport
  if (view === null) return () => undefined
  const { style } = document.documentElement
  const follow = (): void => {
    style.setProperty('--keyboard', `${String(covered(view))}px`)
    const field = document.activeElement
    if (field?.matches('input, textarea') === true) field.scrollIntoView({ block: 'nearest' })
  }
  view.addEventListener('resize', follow)
  return () => {
    view.removeEventListener('resize', follow)
    style.removeProperty('--keyboard')
  }
}
