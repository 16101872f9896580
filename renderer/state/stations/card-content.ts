import type { Ticket, TicketItem } from '#contract/tickets/ticket.ts'

/** A dish as this screen shows it. */
export interface CardLineItem extends TicketItem {
  /** At expo: how far its stations are. Absent elsewhere. */
  progress?: 'new' | 'started' | 'done'
}

/** How far the courses of a ticket are, as text, and which one can be fired next. */
export interface Courses {
  text: string
  /** Guests wait for a course that nobody fired. */
  isLate: boolean
  /** Null once all are fired. `label` is for the button, `fired` for afterwards. */
  next: { course: number; label: string; fired: string } | null
}

/** A ticket as this screen shows it. */
export interface CardContent extends Ticket {
  items: CardLineItem[]
  /**
   * On a station’s screen only the station’s dishes are in the ticket, and this says where the others
   * are; at expo, where all are. As text. Absent on a screen of the whole kitchen.
   */
  elsewhere?: string
  /** At expo: every station is done. There `struck` is what is in the bag. Absent elsewhere. */
  isAllDone?: boolean
  /** At a station: its dishes that nobody has to make yet. They are not in `items`. */
  later?: TicketItem[]
  /** Where courses are fired. Absent elsewhere, and for a ticket without courses. */
  coursesText?: Courses
}

const isBegun = ({ work = [] }: TicketItem): boolean =>
  work.some(({ startedAt, doneAt }) => (startedAt ?? doneAt) !== null)

/** Whether a dish has to be made now that nobody had to make before. */
export const hasJoined = (before: CardContent, ticket: CardContent): boolean =>
  before.later?.some(({ key }) =>
    ticket.items.some((item) => item.key === key && !isBegun(item)),
  ) === true
