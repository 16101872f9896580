import { onBeforeUnmount, onMounted, type ShallowRef } from 'vue'
import { isDialogOpen } from '../ui/dialog/open-dialogs.ts'
import { nextDeed, type CardDeeds } from './card/card.ts'
import { usePreferences } from '../state/preferences.ts'
import { useSettings } from '../state/settings.ts'
import { useTickets } from '../state/tickets.ts'
import type { WallCommand } from '#contract/settings/fields.ts'
import { commandOf } from '../state/wall/wall-keys.ts'

type Numbered = Extract<WallCommand, `card${number}`>
type Named = Exclude<WallCommand, Numbered | 'undo' | 'detail' | 'soldOut'>

interface QueueKeys {
  /** The cards stand in it. */
  wall: Readonly<ShallowRef<HTMLElement | null>>
  /** The ticket with a number on the page. */
  numbered: (nth: number) => string | null
  deeds: CardDeeds
  /** What the other keys do. */
  others: Record<Named, () => void>
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

const isNumbered = (command: WallCommand): command is Numbered => command.startsWith('card')

/** The keyboard and bump bars of the queue, by the keys that this screen has learned; KeysDialog shows the same map. */
export function useQueueKeys({ wall, numbered, deeds, others }: QueueKeys): void {
  const tickets = useTickets()
  const own = usePreferences()
  const settings = useSettings()

  /** What the foot of its card offers. */
  function bump(id: string): void {
    const ticket = tickets.tickets.get(id)
    if (ticket === undefined || ticket.bump !== null || ticket.cancellation !== null) return
    void deeds[nextDeed(ticket, settings.settings?.startedStage === true)](id)
  }

  function undoLast(): void {
    const undoable = [...tickets.tickets.values()]
      .filter(({ bump: made }) => made?.delivery.undoUntil !== undefined)
      .sort(
        (one, other) =>
          Date.parse(one.bump?.bumpedAt ?? '') - Date.parse(other.bump?.bumpedAt ?? ''),
      )
    const last = undoable.at(-1)
    if (last !== undefined) void tickets.undo(last.id)
  }

  function move({ x, y }: { x: number; y: number }): void {
    const cards = [...(wall.value?.querySelectorAll<HTMLElement>('[data-ticket]') ?? [])]
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

  /** The ticket whose card has the focus, or something in it. */
  const focused = (target: Element) =>
    target.closest<HTMLElement>('[data-ticket]')?.dataset['ticket']

  /** Answers whether the key had something to do. */
  function run(command: WallCommand, target: Element): boolean {
    if (isNumbered(command)) {
      const id = numbered(Number(command.slice('card'.length)))
      if (id !== null) bump(id)
    } else if (command === 'detail') {
      const id = focused(target)
      if (id === undefined) return false
      deeds.open(id)
    } else if (command === 'undo') undoLast()
    // The chosen dish knows what it is.
    else if (command === 'soldOut') target.dispatchEvent(new CustomEvent('sell-out'))
    else others[command]()
    return true
  }

  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const target = event.target as Element
    if (target.matches(typing) || isDialogOpen()) return
    const direction = directions[event.key]
    const chosen = target instanceof HTMLElement ? target.dataset['ticket'] : undefined
    const command = commandOf(event.key, own.preferences.wallKeys)
    if (direction !== undefined) move(direction)
    else if (event.key === 'Enter' && chosen !== undefined) bump(chosen)
    else if (command === null || !run(command, target)) return
    event.preventDefault()
    document.documentElement.dataset['keys'] = ''
  }

  onMounted(() => addEventListener('keydown', press))
  onBeforeUnmount(() => removeEventListener('keydown', press))
}
