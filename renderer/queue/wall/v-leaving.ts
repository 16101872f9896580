import type { Directive } from 'vue'

/**
 * An element that goes lets a picture of itself fade in its place, where the value says so: asked as it goes, since what
 * was drawn last knows nothing of it. The picture is nothing that can be read out, met or found.
 */
export const vLeaving: Directive<HTMLElement, () => boolean> = {
  beforeUnmount(element, { value: isCalm }) {
    const parent = element.closest('[role="list"]')
    if (!isCalm() || parent === null || matchMedia('(prefers-reduced-motion: reduce)').matches)
      return
    const picture = document.createElement('div')
    const { width, height, transform } = element.style
    Object.assign(picture.style, { position: 'absolute', width, height, transform })
    picture.style.pointerEvents = 'none'
    picture.setAttribute('aria-hidden', 'true')
    picture.inert = true
    const own = element.firstElementChild?.cloneNode(true) as HTMLElement | undefined
    if (own === undefined) return
    for (const named of own.querySelectorAll('[id]')) named.removeAttribute('id')
    picture.append(own)
    parent.append(picture)
    const fading = picture.animate([{ opacity: 1 }, { opacity: 0 }], 160)
    fading.onfinish = () => picture.remove()
    fading.oncancel = () => picture.remove()
  },
}
