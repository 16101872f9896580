import { computed, shallowRef, type ComputedRef, type Ref } from 'vue'
import type { Language } from '#contract/languages.ts'
import type { Station } from '#contract/stations/station.ts'
import { joinTexts } from '#contract/isolate-text.ts'
import type { StationWork, Ticket, TicketItem } from '#contract/tickets/ticket.ts'
import { eachSecond, hostNow } from '../../clock/host-clock.ts'
import { language } from '../../locales/i18n.ts'
import { useSettings } from '../settings.ts'
import { say } from './messages.ts'
import { stationName } from './station-name.ts'
import type { OwnItem, OwnTicket } from './own-ticket.ts'

/** What decides how a station's screen shows tickets. */
interface StationView {
  /** The texts are in it. */
  language: Language
  own: readonly string[]
  isExpo: boolean
  stations: readonly Station[]
  undoMs: number
}

const isOwn =
  ({ own }: StationView) =>
  ({ station }: StationWork): boolean =>
    own.includes(station)

/** Where the dishes are that this screen leaves out, and their allergies. */
function elsewhereText(others: readonly TicketItem[], { stations }: StationView): string {
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
  return joinTexts(texts, ' · ')
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

function progressOf({ work = [], struck }: TicketItem): NonNullable<OwnItem['progress']> {
  if (struck) return 'done'
  return work.some(({ startedAt, doneAt }) => (startedAt ?? doneAt) !== null) ? 'started' : 'new'
}

/** A ticket at expo: whole, with what is in the bag instead of what is done. */
function expoTicket(ticket: Ticket, view: StationView): OwnTicket {
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

/**
 * A ticket as a station shows it: its dishes, and "done" of the station as a bump that can be undone
 * for a while. Null if there is nothing for the station, or no longer.
 */
export function ownTicket(ticket: Ticket, view: StationView, now: number): OwnTicket | null {
  if (view.isExpo) return expoTicket(ticket, view)
  const mine = isOwn(view)
  const isMine = ({ work }: TicketItem) => work === undefined || work.some(mine)
  const items = ticket.items.filter(isMine)
  const works = items.flatMap(({ work = [] }) => work.filter(mine))
  const isNews = (stations: readonly string[] | undefined): boolean =>
    stations === undefined || stations.some((id) => view.own.includes(id))
  const changes = ticket.changes.filter(({ stations }) => isNews(stations))
  const isCancelled = ticket.cancellation !== null && isNews(ticket.cancellation.stations)
  if (ticket.cancellation !== null && !isCancelled) return null
  if (items.length === 0 && changes.length === 0 && !isCancelled) return null
  const doneAt = doneAtOf(works)
  const undoUntil = doneAt === null ? 0 : Date.parse(doneAt) + view.undoMs
  const isOver = doneAt !== null && undoUntil <= now && changes.length === 0
  if (isOver && !isCancelled) return null
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
  return {
    ...ticket,
    ...done,
    items: items.map((item) => ({
      ...item,
      struck: item.work?.filter(mine).every((work) => work.doneAt !== null) ?? item.struck,
    })),
    changes,
    startedAt,
    elsewhere: elsewhereText(
      ticket.items.filter((item) => !isMine(item)),
      view,
    ),
  }
}

/** The tickets of the screen of a station, or of expo. A ticket that did not change keeps its object. */
export function createOwnTickets(
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
): ComputedRef<ReadonlyMap<string, OwnTicket>> {
  const settings = useSettings()
  const view = computed<StationView>(() => ({
    language: language(),
    own: own.value,
    isExpo: isExpo.value,
    stations: stations.value,
    undoMs: (settings.settings?.undoSeconds ?? 0) * 1000,
  }))
  /** When the time of an undo, not an event, last ended. */
  const turn = shallowRef(0)
  let nextTurn = Infinity
  eachSecond((now) => now >= nextTurn && (turn.value = now))
  let shownBefore = new WeakMap<Ticket, OwnTicket>()
  let viewBefore = view.value

  return computed(() => {
    const now = Math.max(turn.value, hostNow())
    if (viewBefore !== view.value) shownBefore = new WeakMap()
    viewBefore = view.value
    nextTurn = Infinity
    const shown = new Map<string, OwnTicket>()
    for (const ticket of tickets().values()) {
      const known = shownBefore.get(ticket)
      const until = Date.parse(known?.bump?.delivery.undoUntil ?? '')
      const isCurrent = known !== undefined && !(until <= now && ticket.bump === null)
      const made = isCurrent ? known : ownTicket(ticket, view.value, now)
      if (made === null) continue
      shownBefore.set(ticket, made)
      shown.set(ticket.id, made)
      const ends = Date.parse(made.bump?.delivery.undoUntil ?? '')
      if (ends > now && ends < nextTurn) nextTurn = ends
    }
    return shown
  })
}
