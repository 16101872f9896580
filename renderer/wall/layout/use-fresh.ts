import { onBeforeUnmount, shallowRef, watch, type Ref } from 'vue'
import { hasJoined, type CardContent } from '../../state/stations/card-content.ts'

/** Nobody reads a card in less. */
const seenAfterMs = 3000

/** What shows that somebody stands at the screen. A resting mouse sends none of them. */
const signs = ['pointerdown', 'pointermove', 'keydown'] as const

/**
 * The tickets that came since this screen started and that nobody has seen. A person has seen a
 * ticket after touching it, or after touching, pointing or typing anywhere while it had been on the
 * screen for three seconds. Until then it stays new. The first tickets, from when `ready` is true,
 * are not new; nor are those that another `choice` of stations or types brings.
 */
export function useFresh(
  tickets: Readonly<Ref<readonly CardContent[]>>,
  inSight: Readonly<Ref<readonly { id: string }[]>>,
  ready: Readonly<Ref<boolean>>,
  choice: Readonly<Ref<string>>,
) {
  const fresh = shallowRef<ReadonlySet<string>>(new Set())
  const since = new Map<string, number>()
  let previous: ReadonlyMap<string, CardContent> | null = null

  watch(
    [tickets, ready, choice],
    ([now, isReady, chosen], [, , chosenBefore]) => {
      if (chosen !== chosenBefore) previous = null
      if (!isReady) {
        previous = null
        return
      }
      const before = previous
      previous = new Map(now.map((ticket) => [ticket.id, ticket]))
      if (before === null) return
      const isNew = (ticket: CardContent): boolean => {
        const was = before.get(ticket.id)
        return was === undefined || hasJoined(was, ticket)
      }
      const added = now.filter(
        (ticket) => ticket.bump === null && ticket.recalledAt === null && isNew(ticket),
      )
      const left = [...fresh.value].filter((id) => previous?.has(id))
      if (added.length === 0 && left.length === fresh.value.size) return
      fresh.value = new Set([...left, ...added.map(({ id }) => id)])
    },
    { immediate: true },
  )

  function see(ids: readonly string[]): void {
    const seen = ids.filter((id) => fresh.value.has(id))
    for (const id of ids) since.delete(id)
    if (seen.length > 0) fresh.value = new Set([...fresh.value].filter((id) => !seen.includes(id)))
  }

  /** Notes since when the new ones are in sight; in a hidden window nothing is. */
  function look(): void {
    const shown = new Set(document.hidden ? [] : inSight.value.map(({ id }) => id))
    for (const id of since.keys()) if (!shown.has(id) || !fresh.value.has(id)) since.delete(id)
    for (const id of shown)
      if (fresh.value.has(id) && !since.has(id)) since.set(id, performance.now())
  }
  function notice(): void {
    const now = performance.now()
    see([...since].filter(([, from]) => now - from >= seenAfterMs).map(([id]) => id))
  }
  watch([fresh, inSight], look)
  document.addEventListener('visibilitychange', look)
  for (const sign of signs) addEventListener(sign, notice, { passive: true })
  onBeforeUnmount(() => {
    document.removeEventListener('visibilitychange', look)
    for (const sign of signs) removeEventListener(sign, notice)
  })

  return {
    fresh,
    /** A touched card counts as seen. */
    touched({ target }: Event): void {
      const card = target instanceof Element ? target.closest<HTMLElement>('[data-ticket]') : null
      if (card?.dataset['ticket'] !== undefined) see([card.dataset['ticket']])
    },
  }
}
