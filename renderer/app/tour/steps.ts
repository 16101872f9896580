import type { Role } from '#contract/shared/caller.ts'
import type { TourName } from '../../state/requests/tour-request.ts'
import { addressOf, type Room } from '../../ui/page/room.ts'

/** What a person does in a step; the tour goes on once it is done (use-task.ts). */
export type TourTask = 'markReady' | 'bringBack' | 'sellOut' | 'setTime'

export interface TourStep {
  /** The key of its texts. */
  id:
    | 'wall'
    | 'markReady'
    | 'bringBack'
    | 'marks'
    | 'soldOut'
    | 'alerts'
    | 'busy'
    | 'reservations'
    | 'closeOut'
    | 'settings'
  /** The address of its room. */
  room: string
  /** Selectors of what it points at. The first that is in sight counts. */
  targets: readonly string[]
  task?: TourTask
}

/** The tours, each in the order of a shift. */
export const tours: Readonly<Record<TourName, readonly TourStep[]>> = {
  cook: [
    { id: 'wall', room: '/', targets: ['[data-wall] [data-ticket] .head'] },
    {
      id: 'markReady',
      room: '/',
      targets: ['[data-wall] .action.ready', '[data-wall] .action.start'],
      task: 'markReady',
    },
    {
      id: 'bringBack',
      room: '/',
      // In the list, on the ticket, or the button that opens the list.
      targets: [
        '.dialog .recall',
        '[data-wall] .action.undo',
        '.header :has(> .lucide-rotate-ccw)',
      ],
      task: 'bringBack',
    },
    { id: 'marks', room: '/', targets: ['[data-wall] [data-alarm]', '.chip.allergy'] },
    {
      id: 'soldOut',
      room: '/stock',
      targets: ['[data-item] [role=switch][aria-checked=true]'],
      task: 'sellOut',
    },
  ],
  manager: [
    { id: 'alerts', room: '/', targets: ['.tools.always', '.corner[popovertarget]'] },
    { id: 'busy', room: '/store', targets: ['main .presets'], task: 'setTime' },
    { id: 'reservations', room: '/reservations', targets: ['.head .actions .primary'] },
    { id: 'closeOut', room: '/close-out', targets: ['.row:has(> [data-shift])', 'main h1'] },
    { id: 'settings', room: '/setup', targets: ['main a[href$="/setup/backups"]'] },
  ],
}

/** The steps of a tour in rooms that this role may see. */
export const stepsFor = (tour: TourName, role: Role, rooms: readonly Room[]): TourStep[] =>
  tours[tour].filter(({ room }) =>
    rooms.some((one) => addressOf(one) === room && one.roles.includes(role)),
  )

/** The tours for a role: a kitchen's screen has no use for the manager's. */
export const toursFor = (role: Role): readonly TourName[] =>
  role === 'kitchen' ? ['cook'] : ['manager', 'cook']
