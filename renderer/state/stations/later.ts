import { isolateText, joinTexts } from '#contract/shared/isolate-text.ts'
import type { StationWork, Ticket, TicketItem } from '#contract/tickets/ticket.ts'
import { courseName } from './courses.ts'
import { say } from './messages.ts'

/** Then no dish waits for the others: an allergy needs care, and a ticket that gets late needs haste. */
const isUrgent = ({ guestAllergies, notes, amberAt }: Ticket, now: number): boolean =>
  guestAllergies !== null ||
  notes.some(({ allergyWords }) => allergyWords.length > 0) ||
  now >= Date.parse(amberAt)

/** Whether the stations of `work` don’t have to make a dish yet. What they have begun they see. */
export function isLater(
  { isHeld, startsAt, allergyWords }: TicketItem,
  work: readonly StationWork[],
  ticket: Ticket,
  now: number,
): boolean {
  if (work.some(({ startedAt, doneAt }) => (startedAt ?? doneAt) !== null)) return false
  if (isHeld) return true
  if (startsAt === undefined || Date.parse(startsAt) <= now) return false
  return allergyWords.length === 0 && !isUrgent(ticket, now)
}

/** When a dish could be begun, ISO: never before its ticket is on the wall. */
function workableAt({ course, startsAt }: TicketItem, { queueAt, courses = [] }: Ticket): string {
  const firedAt = courses.find((each) => each.course === course)?.firedAt
  const at = startsAt ?? firedAt ?? queueAt
  // All of the host’s instants have the same form, so they compare as text.
  return at > queueAt ? at : queueAt
}

/** When the first of some dishes could be begun, ISO. */
export const firstWorkableAt = (items: readonly TicketItem[], ticket: Ticket): string =>
  items.map((item) => workableAt(item, ticket)).toSorted()[0] ?? ticket.queueAt

/** The times (ms) at which a ticket looks different although nobody did anything. */
export function turningPoints(ticket: Ticket): number[] {
  const { items, courses, queueAt, amberAt, promisedAt } = ticket
  const starts = items.flatMap(({ startsAt }) => (startsAt === undefined ? [] : [startsAt]))
  if (starts.length === 0 && courses === undefined) return []
  return [leavesScheduled(queueAt), ...[...starts, amberAt, promisedAt].map(Date.parse)]
}

/**
 * When a scheduled ticket (`queueAt`) has dishes that wait. A second early: at the time itself it
 * would ring as a new one before they are gone.
 */
export const leavesScheduled = (queueAt: string): number => Date.parse(queueAt) - 1000

/** A dish in a line of text, with its allergy. */
function dishText({ amount, name, unread, allergyWords }: TicketItem): string {
  const many = unread.includes('amount') ? '?' : String(amount)
  const dish = `${many}× ${isolateText(name)}`
  if (allergyWords.length === 0) return dish
  return say('ownStation.dishAllergy', { dish, text: joinTexts(allergyWords, ', ') })
}

/** When dishes will be made, if not now: by time, then by course. */
export interface LaterGroup {
  /** ISO; null for a course that nobody fired. */
  at: string | null
  course: number
  dishes: string
}

export function laterGroups(items: readonly TicketItem[]): LaterGroup[] {
  const groups = new Map<string, TicketItem[]>()
  for (const item of items) {
    const key = item.isHeld ? `held ${String(item.course)}` : (item.startsAt ?? '')
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  // An instant begins with a digit, so the times come first.
  return [...groups.keys()].toSorted().map((key) => {
    const some = groups.get(key) ?? []
    const [first] = some
    return {
      at: first?.isHeld ? null : key,
      course: first?.course ?? 0,
      dishes: joinTexts(some.map(dishText), ', '),
    }
  })
}

/** What a ticket’s station makes later, in a few words each. */
export const laterTexts = (
  items: readonly TicketItem[],
  time: (instant: string) => string,
): string[] =>
  laterGroups(items).map(({ at, course, dishes }) =>
    at === null
      ? say('ownStation.held', { name: courseName(course), dishes })
      : say('ownStation.later', { time: time(at), dishes }),
  )
