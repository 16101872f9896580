import './browser-care.css'

/**
 * Marks the page if the browser darkens every page, also one that has its own dark colors. In such
 * a browser even a color of a light scheme is the dark one.
 */
export function noteDarkening(): void {
  const probe = document.createElement('i')
  probe.style.cssText = 'color-scheme: only light; color: light-dark(#ffffff, #000000)'
  document.body.append(probe)
  const isDarkened = getComputedStyle(probe).color === 'rgb(0, 0, 0)'
  probe.remove()
  document.documentElement.toggleAttribute('data-darkened', isDarkened)
}
