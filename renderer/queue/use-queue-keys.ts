import { onBeforeUnmount, onMounted, type ShallowRef } from 'vue'
import type { WallCommand } from '#contract/wall.ts'
import { isDialogOpen } from '../ui/open-dialogs.ts'
import { usePreferences } from '../state/preferences.ts'
import { useTickets } from '../state/tickets.ts'
import { cardCommands, commandOf } from '../state/wall-keys.ts'
import type { Slot } from './arrange.ts'

export interface QueueKeys {
  slots: Readonly<ShallowRef<readonly Slot[]>>
  scroller: Readonly<ShallowRef<HTMLElement | null>>
  /** Holds the cards still for a moment: a digit names a place. */
  touch: () => void
  recall: () => void
  allDay: () => void
  map: () => void
}

const typing = 'input, textarea, select, [contenteditable]'

/** The middle of an element, for finding the next one in a direction. */
function middle(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

const directions: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** The keyboard and bump bars of the queue; KeysDialog shows the same map. */
export function useQueueKeys({ slots, scroller, touch, recall, allDay, map }: QueueKeys): void {
  const tickets = useTickets()
  const own = usePreferences()

  function bump(id: string | undefined): void {
    const ticket = slots.value.find((slot) => slot.id === id)?.ticket
    if (ticket && ticket.bump === null && ticket.cancellation === null)
      void tickets.markReady(ticket.id)
  }

  function undoLast(): void {
    const undoable = [...tickets.tickets.values()]
      .filter(({ bump: made }) => made?.state === 'undoable')
      .sort(
        (one, other) =>
          Date.parse(one.bump?.bumpedAt ?? '') - Date.parse(other.bump?.bumpedAt ?? ''),
      )
    const last = undoable.at(-1)
    if (last !== undefined) void tickets.undo(last.id)
  }

  function move({ x, y }: { x: number; y: number }): void {
    const cards = [...(scroller.value?.querySelectorAll<HTMLElement>('[data-ticket]') ?? [])]
    const from = cards.find((card) => card.contains(document.activeElement))
    if (from === undefined) {
      cards[0]?.focus()
      return
    }
    const start = middle(from)
    // Straight ahead first: what lies to the side counts three times.
    const cost = ({ dx, dy }: { dx: number; dy: number }) =>
      Math.abs(dx) * (x === 0 ? 3 : 1) + Math.abs(dy) * (y === 0 ? 3 : 1)
    const ahead = cards
      .map((card) => ({ card, dx: middle(card).x - start.x, dy: middle(card).y - start.y }))
      .filter(({ dx, dy }) => dx * x + dy * y > 1)
      .sort((one, other) => cost(one) - cost(other))
    ahead[0]?.card.focus()
  }

  const deeds: Partial<Record<WallCommand, () => void>> = {
    undo: undoLast,
    recall,
    allDay,
    keys: map,
  }
  for (const [place, command] of cardCommands.entries())
    deeds[command] = () => {
      touch()
      bump(slots.value[place]?.id)
    }

  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target as Element
    if (target.matches(typing) || isDialogOpen()) return
    const direction = directions[event.key]
    const focused = target instanceof HTMLElement ? target.dataset['ticket'] : undefined
    const command = commandOf(event.key, own.preferences.wallKeys)
    if (direction !== undefined) move(direction)
    else if (event.key === 'Enter' && focused !== undefined) bump(focused)
    else if (command !== null && deeds[command] !== undefined) deeds[command]()
    else return
    event.preventDefault()
    document.documentElement.dataset['keys'] = ''
  }

  onMounted(() => addEventListener('keydown', press))
  onBeforeUnmount(() => removeEventListener('keydown', press))
}
