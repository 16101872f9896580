import { computed, onBeforeUnmount, shallowRef, watch, type ShallowRef } from 'vue'
import type { StockKey } from '#contract/stock/stock.ts'
import { whenIdle } from '../../clock/when-idle.ts'
import { language } from '../../locales/i18n.ts'
import { usePreferences } from '../../state/preferences.ts'
import { useStatus } from '../../state/health/status.ts'
import type { CardContent } from '../../state/stations/card-content.ts'
import { sameList } from '../../state/same-list.ts'
import { useStock } from '../../state/stock/stock.ts'
import { cardsOf, isSame, keepSame, targetAt, type Card } from './cards.ts'
import type { MeasuredTicket } from './fill-page.ts'
import { columnInSight, columnOf, endOf, isNear, shiftOf, topOf } from './one-column.ts'
import { emptyPage, idsOf, layPages, layRest, pageInSight, type Page } from './pages.ts'
import {
  approach,
  draw,
  isHeld,
  nothingDrawn,
  tapTarget,
  redraw,
  guardAfterPointer,
  type TouchGuard,
} from './touch-guard.ts'
import { useColumnScroll } from './use-column-scroll.ts'
import { usePointerNearby } from './use-pointer-nearby.ts'
import { isAsHigh, useMeasured } from './use-measured.ts'
import { useWallArea, type WallArea } from './use-wall-area.ts'

/**
 * Cards do not animate when they move again within this time, or when more cards than this leave,
 * as with another page.
 */
const rushMs = 500
const maxFading = 2

/** How many pages after the visible one are laid out at once. The others follow when there is time. */
const pagesAtOnce = 2

/** How many screens of a column are drawn before and after the one in sight. */
const screensAround = 1

/** What was drawn at one time. */
interface Picture {
  page: Page
  area: WallArea
  /** Of the page on the screen, px: a row above the rooms moves it. */
  corner: { left: number; top: number }
  /** How far the wall itself has scrolled its column by then, so that nothing moved in sight, px. */
  shifted: number
}

/** Whether a single dish with its head and foot is higher than the page. */
const isTooHigh = ({ head, continuedHead, parts }: MeasuredTicket, room: WallArea): boolean =>
  Math.max(...parts) + Math.max(head, continuedHead) + room.foot > room.height

interface Elements {
  page: Readonly<ShallowRef<HTMLElement | null>>
  /** Parts are drawn here to be measured. */
  ruler: Readonly<ShallowRef<HTMLElement | null>>
  /** One em of the browser's own text. */
  text: Readonly<ShallowRef<HTMLElement | null>>
}

/** The positions of tickets on the visible page. They stay still while a hand is near. */
export function useWall(
  elements: Elements,
  /** By promised time. */
  tickets: Readonly<ShallowRef<readonly CardContent[]>>,
  /** Called when a tap was meant for something else. */
  onMoved: () => void,
) {
  const own = usePreferences()
  const status = useStatus()
  const stock = useStock()
  const isOut = (key: StockKey) => stock.stateOf(key)?.state === 'out'
  const measured = useMeasured(isOut, lay)
  const { area, widen, corner } = useWallArea(elements.page, elements.text)
  const scroll = useColumnScroll(
    elements.page,
    (at) => (stable = approach(stable, at)),
    () => area.value?.scrolls === true && lay(),
  )

  const shown = shallowRef(0)
  const pages = shallowRef<readonly Page[]>([])
  const cards = shallowRef<readonly Card[]>([])
  /** The height of the column that is drawn, px. */
  const end = shallowRef(0)
  let shifted = 0
  /** Whether moving cards may animate. In a rush they would never arrive. */
  const calm = shallowRef(false)
  let stable: TouchGuard<Picture> = nothingDrawn
  let drawnAt = -Infinity
  /** The tickets of the current layout. */
  let laidOut: readonly MeasuredTicket[] = []
  /** Its first pages, if the others are yet to be laid out. */
  let firstPages: readonly Page[] | null = null
  /** Somebody turned the page: draw at once, even if a hand is near. */
  let turned = false
  /** A ticket that somebody wants to see: measure all tickets before it and lay out all pages now. */
  let waitingFor: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function lay(): void {
    const room = area.value
    const host = elements.ruler.value
    if (room === null || host === null) return
    const now = performance.now()
    const before = stable.drawn.at(-1)?.picture
    const sameRoom = before?.area === room
    // What stood on another page is no reason to keep an order on this one.
    const { tickets: there, isFull: wasFull } = (turned ? null : before?.page) ?? emptyPage
    const max = shown.value + 1 + pagesAtOnce
    const layOut = (some: readonly MeasuredTicket[]) =>
      room.scrolls
        ? [columnOf(some, room)]
        : layPages(some, room, { shown: shown.value, stood: idsOf(there), wasFull }, max)
    const until = scroll.top() + room.height * (1 + 2 * screensAround)
    const isEnough = ([first, ...others]: Page[]) =>
      room.scrolls ? first !== undefined && endOf(first) > until : others.length === max - 1
    const isSearched = (some: readonly MeasuredTicket[]): boolean =>
      waitingFor === null || some.some(({ id }) => id === waitingFor)
    // The visible page is complete once there are two pages after it: the first of them has the
    // tickets that could still move to it.
    const ready = measured.upTo(
      tickets.value,
      host,
      room,
      (some) => isSearched(some) && isEnough(layOut(some)),
    )
    // The new area starts the layout again.
    if (!room.scrolls && ready.some((ticket) => isTooHigh(ticket, room)) && widen()) return
    // Most changes are drawn on a card and move nothing.
    if (!sameRoom || turned || sameList(laidOut, ready) !== laidOut) {
      const first = layOut(ready)
      laidOut = ready
      firstPages = first.length === max ? first : null
      pages.value = firstPages === null ? first : [...first, ...pages.value.slice(max)]
      if (firstPages !== null) whenIdle(layOthers)
    }
    if (waitingFor !== null) layOthers()
    shown.value = Math.max(0, Math.min(shown.value, pages.value.length - 1))
    const held = isHeld(stable, now) && sameRoom && !turned
    const current = held ? before.page : null
    const page =
      (room.scrolls
        ? columnInSight(pages.value, current, room)
        : pageInSight(pages.value, shown.value, current, room)) ?? emptyPage
    if (held) wake(now)
    turned = false
    put({ page, area: room, corner: corner(), shifted }, held, now)
  }

  /** Lays out the pages that are yet to come. */
  function layOthers(): void {
    if (firstPages === null || area.value === null) return
    pages.value = layRest(laidOut, area.value, firstPages)
    firstPages = null
  }

  /** Draws a picture. A card that must not grow now keeps its previous content. */
  function put(picture: Picture, held: boolean, now: number): void {
    const latest = new Map(tickets.value.map((ticket) => [ticket.id, ticket]))
    const previous = new Map(cards.value.map((card) => [card.id, card]))
    const asMeasured = new Map(picture.page.tickets.map((one) => [one.id, one]))
    const contentOf = (id: string): CardContent | null => {
      const ticket = latest.get(id)
      if (ticket === undefined) return null
      const [own, before] = [measured.of(ticket), asMeasured.get(id)]
      if (!held || before === undefined || (own && isAsHigh(own, before))) return ticket
      return previous.get(id)?.ticket ?? null
    }
    const last = stable.drawn.at(-1)?.picture
    end.value = endOf(picture.page) + picture.area.gap
    if (picture.area.scrolls && last?.area.scrolls) {
      const shift = shiftOf(last.page, picture.page, scroll.top())
      if (shift !== 0) void scroll.to(scroll.top() + shift)
      picture.shifted = shifted += shift
    }
    const drawn = cardsOf(pages.value, shown.value, picture.page, picture.area, contentOf)
    cards.value = drawn
      .filter(isNear(picture.area, scroll.top(), screensAround))
      .map((card) => keepSame(previous.get(card.id), card))
    if (last?.area === picture.area && isSame(last.page.segments, picture.page.segments)) {
      stable = redraw(stable, picture)
      return
    }
    const staying = new Set(cards.value.map(({ id }) => id))
    const leaving = [...previous.keys()].filter((id) => !staying.has(id)).length
    calm.value = now - drawnAt > rushMs && leaving <= maxFading && last?.area === picture.area
    drawnAt = now
    stable = draw(stable, picture, now)
  }

  /** Checks again once the hand is gone. */
  function wake(now: number): void {
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        if (isHeld(stable, performance.now())) wake(performance.now())
        else lay()
      },
      Math.max(250, stable.nearAt + guardAfterPointer - now),
    )
  }

  /** What is at a point of the screen, in the current picture and in recent ones. */
  const aimsAt =
    (x: number, y: number) =>
    ({ page, area: room, corner: { left, top }, shifted: before }: Picture) => {
      const from = scroll.top() - (shifted - before)
      return targetAt(page, room, x - left, y - top + from, from + room.height)
    }

  usePointerNearby(elements.page, {
    near: (at, isDown) => (stable = approach(stable, at, isDown ?? stable.isDown)),
    mayPress({ clientX, clientY, timeStamp }) {
      const { moved } = tapTarget(stable, aimsAt(clientX, clientY), timeStamp)
      if (moved) onMoved()
      return !moved
    },
  })

  watch(
    [
      area,
      language,
      () => own.preferences.showPayment,
      () => status.countryCode,
      () => stock.states,
      () => own.preferences.denseCards,
    ],
    (now, before) => {
      // The area, the language, the country whose money is shown, or dense cards.
      measured.forget([0, 1, 3, 5].some((nth) => now[nth] !== before[nth]))
      lay()
    },
  )
  watch(tickets, lay)
  onBeforeUnmount(() => clearTimeout(timer))

  function show(page: number): void {
    shown.value = page
    turned = true
    lay()
  }

  function turnTo(page: number): void {
    if (area.value?.scrolls) {
      void scroll.to(Math.max(0, scroll.top() + page * area.value.height * 0.9))
      return
    }
    const next = Math.max(0, Math.min(page, pages.value.length - 1))
    if (next !== shown.value) show(next)
  }

  const pageOf = (id: string): number =>
    pages.value.findIndex((page) => page.tickets.some((one) => one.id === id))

  return {
    area,
    cards,
    calm,
    isOut,
    shown: computed(() => shown.value),
    pages,
    turnTo,
    end,
    /** Of a column that scrolls, those that are not above or below the screen. */
    inSight: computed(() => {
      void scroll.sight.value
      return area.value === null ? [] : cards.value.filter(isNear(area.value, scroll.top()))
    }),
    /** Turns to the page on which a ticket starts, or scrolls to it; false if it is nowhere. */
    turnToTicket(id: string): boolean {
      const { scrolls, gap = 0 } = area.value ?? {}
      const isDrawn = pageOf(id) === shown.value && cards.value.some((card) => card.id === id)
      if (isDrawn && !scrolls) return true
      // All pages first: what is seen now decides where its page ends, and so what is on the others.
      waitingFor = id
      show(shown.value)
      waitingFor = null
      const page = pageOf(id)
      if (scrolls) void scroll.to(topOf(pages.value[page] ?? emptyPage, id) - 2 * gap)
      if (page !== -1) show(page)
      return page !== -1
    },
    /** The ticket with a number on the page; null if another had it a moment ago. */
    numbered(nth: number): string | null {
      const at = performance.now()
      stable = approach(stable, at)
      const { target, moved } = tapTarget(
        stable,
        ({ page }) => [...new Set(page.segments.map(({ id }) => id))][nth - 1] ?? null,
        at,
      )
      if (moved) onMoved()
      return target
    },
  }
}
