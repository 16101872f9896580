import { computed, shallowRef, type ComputedRef, type Ref } from 'vue'
import type { Language } from '#contract/shared/languages.ts'
import type { TimeFormat } from '#contract/settings/fields.ts'
import type { Station } from '#contract/stations/station.ts'
import { joinTexts } from '#contract/shared/isolate-text.ts'
import type { StationWork, Ticket, TicketItem } from '#contract/tickets/ticket.ts'
import { eachSecond, hostNow } from '../../clock/host-clock.ts'
import { timeFormat } from '../../clock/time-format.ts'
import { timeOfDay } from '../../clock/times.ts'
import { language } from '../../locales/i18n.ts'
import { useSettings } from '../settings.ts'
import { useStatus } from '../health/status.ts'
import { byPromise } from '../ticket-place.ts'
import { coursesOf } from './courses.ts'
import { firstWorkableAt, isLater, laterTexts, leavesScheduled, turningPoints } from './later.ts'
import { say } from './messages.ts'
import { stationName } from './station-name.ts'
import type { CardLineItem, CardContent } from './card-content.ts'

/** What decides how a station's screen shows tickets. */
interface StationView {
  /** The texts are in it. */
  language: Language
  timeFormat: TimeFormat
  timeZone: string | undefined
  own: readonly string[]
  isExpo: boolean
  stations: readonly Station[]
  undoMs: number
}

const timeIn =
  ({ language, timeZone }: StationView) =>
  (instant: string): string =>
    timeOfDay(instant, language, timeZone)

const isOwn =
  ({ own }: StationView) =>
  ({ station }: StationWork): boolean =>
    own.includes(station)

/** Where the dishes are that this screen leaves out, and their allergies. */
function elsewhereTexts(others: readonly TicketItem[], { stations }: StationView): string[] {
  const texts = stations.flatMap((station) => {
    const there = others.filter(({ work }) => work?.[0]?.station === station.id)
    if (there.length === 0) return []
    const name = stationName(station)
    if (there.every(({ struck }) => struck)) return [say('ownStation.doneAt', { name })]
    const n = there.reduce((sum, { amount }) => sum + amount, 0)
    return [say('ownStation.more', { n, name })]
  })
  const allergies = [...new Set(others.flatMap(({ allergyWords }) => allergyWords))]
  if (allergies.length > 0)
    texts.push(say('ownStation.allergy', { text: joinTexts(allergies, ', ') }))
  return texts
}

/** How far all stations are, and what to put with the ticket. */
function expoText({ items }: Ticket, { stations }: StationView): string {
  const texts = stations.flatMap((station) => {
    const works = items.flatMap(({ amount, work = [] }) =>
      work.filter((each) => each.station === station.id).map((each) => ({ ...each, amount })),
    )
    if (works.length === 0) return []
    const name = stationName(station)
    const n = works.reduce((sum, { doneAt, amount }) => sum + (doneAt === null ? amount : 0), 0)
    return [n === 0 ? say('ownStation.doneAt', { name }) : say('ownStation.left', { n, name })]
  })
  return joinTexts(texts, ' · ')
}

function progressOf({ work = [], struck }: TicketItem): NonNullable<CardLineItem['progress']> {
  if (struck) return 'done'
  return work.some(({ startedAt, doneAt }) => (startedAt ?? doneAt) !== null) ? 'started' : 'new'
}

/** A whole ticket with its courses, which somebody fires there. */
function withCourses(ticket: CardContent, view: StationView, now: number): CardContent {
  const coursesText = coursesOf(ticket, timeIn(view), now)
  return coursesText === null ? ticket : { ...ticket, coursesText }
}

/** A ticket at expo: whole, with what is in the bag instead of what is done. */
function expoTicket(ticket: CardContent, view: StationView): CardContent {
  const packing = ticket.expo?.packing ?? []
  const shelf = ticket.expo?.shelf ?? ''
  const texts = [
    ...(packing.length > 0 ? [say('ownStation.pack', { text: joinTexts(packing, ', ') })] : []),
    ...(shelf === '' ? [] : [say('ownStation.shelf', { shelf })]),
  ]
  return {
    ...ticket,
    // Nobody starts a ticket here: its stations do.
    startedAt: ticket.startedAt ?? ticket.createdAt,
    items: ticket.items.map((item) => ({
      ...item,
      progress: progressOf(item),
      struck: item.isBagged === true,
    })),
    notes: [...ticket.notes, ...texts.map((text) => ({ text, allergyWords: [] }))],
    elsewhere: expoText(ticket, view),
    isAllDone: ticket.items.every(({ struck }) => struck),
  }
}

/** When a station marked its last dish done, ISO; null if some are left. */
function doneAtOf(works: readonly StationWork[]): string | null {
  const times = works.map(({ doneAt }) => doneAt)
  if (times.length === 0 || times.includes(null)) return null
  return times.toSorted().at(-1) ?? null
}

/** The dishes of a station in two lists: those to make now, and the others. */
function splitItems(items: readonly TicketItem[], ticket: Ticket, view: StationView, now: number) {
  const mine = isOwn(view)
  const mayWait = ticket.stage === 'new' && ticket.bump === null && ticket.cancellation === null
  if (!mayWait || now < leavesScheduled(ticket.queueAt)) return { items, later: [] }
  const lists: { items: TicketItem[]; later: TicketItem[] } = { items: [], later: [] }
  for (const item of items)
    lists[isLater(item, item.work?.filter(mine) ?? [], ticket, now) ? 'later' : 'items'].push(item)
  return lists
}

/**
 * A ticket as a station shows it: its dishes, and "done" of the station as a bump that can be undone
 * for a while. Null if there is nothing for the station, or no longer; without items if there is
 * only something for later.
 */
export function contentOf(ticket: Ticket, view: StationView, now: number): CardContent | null {
  if (view.isExpo) return expoTicket(withCourses(ticket, view, now), view)
  if (view.own.length === 0) return withCourses(ticket, view, now)
  const mine = isOwn(view)
  const isMine = ({ work }: TicketItem) => work === undefined || work.some(mine)
  const { items, later } = splitItems(ticket.items.filter(isMine), ticket, view, now)
  const works = items.flatMap(({ work = [] }) => work.filter(mine))
  const isNews = (stations: readonly string[] | undefined): boolean =>
    stations === undefined || stations.some((id) => view.own.includes(id))
  const changes = ticket.changes.filter(({ stations }) => isNews(stations))
  const isCancelled = ticket.cancellation !== null && isNews(ticket.cancellation.stations)
  if (ticket.cancellation !== null && !isCancelled) return null
  const isNothing = items.length === 0 && changes.length === 0 && !isCancelled
  if (isNothing && later.length === 0) return null
  const doneAt = doneAtOf(works)
  const undoUntil = doneAt === null ? 0 : Date.parse(doneAt) + view.undoMs
  const isOver = doneAt !== null && undoUntil <= now && changes.length === 0
  if (isOver && !isCancelled) {
    if (later.length === 0) return null
    return { ...ticket, items: [], changes, later }
  }
  const startedAt = works.map((work) => work.startedAt).find((at) => at !== null) ?? null
  const done =
    doneAt === null || changes.length > 0 || ticket.stage !== 'new'
      ? {}
      : {
          bump: {
            bumpedAt: doneAt,
            delivery: {
              state: 'queued' as const,
              since: doneAt,
              undoUntil: new Date(undoUntil).toISOString(),
            },
          },
        }
  const queueAt = firstWorkableAt(items, ticket)
  return {
    ...ticket,
    ...done,
    // A dish that is shown before its time leaves its ticket on the wall.
    ...(Date.parse(queueAt) <= now || now < Date.parse(ticket.queueAt) ? { queueAt } : {}),
    ...(later.length > 0 && { later }),
    items: items.map((item) => ({
      ...item,
      struck: item.work?.filter(mine).every((work) => work.doneAt !== null) ?? item.struck,
    })),
    changes,
    startedAt,
    elsewhere: joinTexts(
      [
        ...laterTexts(later, timeIn(view)),
        ...elsewhereTexts(
          ticket.items.filter((item) => !isMine(item)),
          view,
        ),
      ],
      ' · ',
    ),
  }
}

/** Whether a screen has a card for it now. */
const hasCard = ({ items, changes, cancellation, later }: CardContent): boolean =>
  later === undefined || items.length > 0 || changes.length > 0 || cancellation !== null

/** The dish that is made first is first; a course that nobody fired has no time. */
function byLater(one: CardContent, other: CardContent): number {
  const [first, second] = [one, other].map(({ later = [] }) =>
    Math.min(
      ...later.map(({ startsAt, isHeld }) => (isHeld ? Infinity : Date.parse(startsAt ?? ''))),
    ),
  )
  return first === second ? byPromise(one, other) : (first ?? 0) < (second ?? 0) ? -1 : 1
}

/** What a screen shows of all tickets. */
interface CardContents {
  /** Those with a card. */
  tickets: ReadonlyMap<string, CardContent>
  /** Those with dishes for later, in the order of their times. They may have a card too. */
  later: readonly CardContent[]
}

/**
 * The tickets of the screen of a station or of expo, or whole ones with their courses. A ticket that
 * did not change keeps its object.
 */
export function useCardContents(
  tickets: () => ReadonlyMap<string, Ticket>,
  {
    own,
    isExpo,
    stations,
  }: {
    own: Readonly<Ref<readonly string[]>>
    isExpo: Readonly<Ref<boolean>>
    stations: Readonly<Ref<readonly Station[]>>
  },
): ComputedRef<CardContents> {
  const settings = useSettings()
  const status = useStatus()
  const view = computed<StationView>(() => ({
    language: language(),
    timeFormat: timeFormat.value,
    timeZone: status.timeZone,
    own: own.value,
    isExpo: isExpo.value,
    stations: stations.value,
    undoMs: (settings.settings?.undoSeconds ?? 0) * 1000,
  }))
  /** When time, not an event, last changed a ticket. */
  const turn = shallowRef(0)
  let nextTurn = Infinity
  eachSecond((now) => now >= nextTurn && (turn.value = now))
  let shownBefore = new WeakMap<Ticket, { content: CardContent; until: number }>()
  let viewBefore = view.value

  function make(ticket: Ticket, now: number) {
    const content = contentOf(ticket, view.value, now)
    if (content === null) return null
    const undoUntil = ticket.bump === null ? (content.bump?.delivery.undoUntil ?? '') : ''
    const ahead = [Date.parse(undoUntil), ...turningPoints(ticket)].filter((at) => at > now)
    return { content, until: Math.min(...ahead) }
  }

  return computed(() => {
    const now = Math.max(turn.value, hostNow())
    if (viewBefore !== view.value) shownBefore = new WeakMap()
    viewBefore = view.value
    nextTurn = Infinity
    const shown = new Map<string, CardContent>()
    const later: CardContent[] = []
    for (const ticket of tickets().values()) {
      const before = shownBefore.get(ticket)
      const current = before !== undefined && before.until > now ? before : make(ticket, now)
      if (current === null) continue
      const { content, until } = current
      shownBefore.set(ticket, current)
      if (hasCard(content)) shown.set(ticket.id, content)
      if (content.later !== undefined) later.push(content)
      nextTurn = Math.min(nextTurn, until)
    }
    return { tickets: shown, later: later.toSorted(byLater) }
  })
}
