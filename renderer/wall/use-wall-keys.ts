import type { ShallowRef } from 'vue'
import { nextAction, type CardActions } from './card/card.ts'
import { usePreferences } from '../state/preferences.ts'
import { useSettings } from '../state/settings.ts'
import { useStations } from '../state/stations/stations.ts'
import type { WallCommand } from '#contract/settings/fields.ts'
import { commandOf, pressedKey } from '../state/wall/wall-keys.ts'
import {
  arrows,
  nearestInDirection,
  usePageKeys,
  type Direction,
} from '../ui/page/use-page-keys.ts'

type Numbered = Extract<WallCommand, `card${number}`>
type Named = Exclude<WallCommand, Numbered | 'undo' | 'detail' | 'soldOut'>

interface QueueKeys {
  /** The element that contains the cards. */
  wall: Readonly<ShallowRef<HTMLElement | null>>
  numbered: (nth: number) => string | null
  actions: CardActions
  /** The commands of the other keys. */
  others: Record<Named, () => void>
}

const typing = 'input, textarea, select, [contenteditable]'

/** Commands that a held key gives once. The others turn pages and move, and may repeat. */
const isOnce = (command: WallCommand): boolean =>
  isNumbered(command) || ['undo', 'detail', 'soldOut'].includes(command)

const isNumbered = (command: WallCommand): command is Numbered => command.startsWith('card')

/** The keyboard and bump bars of the wall, with this screen's keys; WallKeysDialog shows the same keys. */
export function useWallKeys({ wall, numbered, actions, others }: QueueKeys): void {
  const stations = useStations()
  const own = usePreferences()
  const settings = useSettings()

  function runNextAction(id: string): void {
    const ticket = stations.tickets.get(id)
    if (ticket === undefined || ticket.bump !== null || ticket.cancellation !== null) return
    void actions[nextAction(ticket, settings.settings?.startedStage === true)](id)
  }

  function undoLast(): void {
    const undoable = [...stations.tickets.values()]
      .filter(({ bump }) => bump?.delivery.undoUntil !== undefined)
      .sort(
        (one, other) =>
          Date.parse(one.bump?.bumpedAt ?? '') - Date.parse(other.bump?.bumpedAt ?? ''),
      )
    const last = undoable.at(-1)
    if (last !== undefined) void actions.undo(last.id)
  }

  function move(direction: Direction): void {
    const cards = [...(wall.value?.querySelectorAll<HTMLElement>('[data-ticket]') ?? [])]
    const from = cards.find((card) => card.contains(document.activeElement))
    const next = from === undefined ? cards[0] : nearestInDirection(from, cards, direction)
    next?.focus()
  }

  /** The ticket whose card has the focus, or contains the focused element. */
  const focused = (target: Element) =>
    target.closest<HTMLElement>('[data-ticket]')?.dataset['ticket']

  /** Answers whether the key had an effect. */
  function run(command: WallCommand, target: Element): boolean {
    if (isNumbered(command)) {
      const id = numbered(Number(command.slice('card'.length)))
      if (id !== null) runNextAction(id)
    } else if (command === 'detail') {
      const id = focused(target)
      if (id === undefined) return false
      actions.open(id)
    } else if (command === 'undo') undoLast()
    // The focused dish handles the event, because it knows its item.
    else if (command === 'soldOut') target.dispatchEvent(new CustomEvent('sell-out'))
    else others[command]()
    return true
  }

  usePageKeys((event, target) => {
    if (target.matches(typing)) return false
    const { wallKeys } = own.preferences
    const key = pressedKey(event, wallKeys)
    const direction = arrows[key]
    const chosen = target instanceof HTMLElement ? target.dataset['ticket'] : undefined
    const command = commandOf(key, wallKeys)
    // A held key is one press: a second bump would be of another ticket, or of a started one.
    if (event.repeat && (key === 'Enter' || (command !== null && isOnce(command)))) return true
    if (direction !== undefined) move(direction)
    else if (key === 'Enter' && chosen !== undefined) runNextAction(chosen)
    else if (command === null || !run(command, target)) return false
    document.documentElement.dataset['keys'] = ''
    return true
  })
}
