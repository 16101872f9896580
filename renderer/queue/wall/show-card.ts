import type { ShallowRef } from 'vue'

/** Shows which card was meant, and gives it the focus. */
export function showCard(wall: Readonly<ShallowRef<HTMLElement | null>>, ticketId: string): void {
  requestAnimationFrame(() => {
    const card = wall.value?.querySelector<HTMLElement>(`[data-ticket="${CSS.escape(ticketId)}"]`)
    card?.focus()
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    card?.animate({ opacity: [1, 0.35, 1] }, { duration: 180, iterations: 3 })
  })
}
