import type { StockState } from '#contract/stock/stock.ts'
import { ageText } from '../locales/age-text.ts'
import { language } from '../locales/i18n.ts'
import { say } from './messages.ts'
import { shortWhen } from '../clock/when.ts'
import { stockStateOf } from '../state/stock/delivery-label.ts'

/** What the texts of a state depend on. */
export interface Around {
  /** The host's time, in ms. */
  now: number
  timeZone: string
  /** Nothing can be sent now: the platform is unreachable, or sending is paused. */
  offline: boolean
  ingredient: string | undefined
}

/**
 * The text of the switch: on sale, sold out until when, or how many are left. If the platform
 * rejected the change, the text says what was requested.
 */
export function stateText(state: StockState | undefined, around: Around): string {
  const message = desiredText(state, around)
  return state?.delivery?.state === 'refused'
    ? say('stockState.desired', { text: message })
    : message
}

function desiredText(state: StockState | undefined, { now, timeZone }: Around): string {
  switch (state?.state) {
    case undefined:
    case 'on-sale':
      return say('stockState.onSale')
    case 'counted':
      return state.left === 0
        ? say('stockState.none')
        : say('stockState.counted', { n: state.left ?? 0 })
    case 'out':
      if (state.until === null)
        // A menu reports that something is off, but not until when.
        return state.source === 'menu' ? say('stockState.out') : say('stockState.outNotice')
      return say('stockState.outUntil', {
        when: shortWhen(state.until, now, language(), timeZone),
      })
  }
}

export function deliveryStateText(state: StockState, { offline }: Pick<Around, 'offline'>): string {
  const deliveryLabel = stockStateOf(state)
  if (deliveryLabel === 'queued' && offline) return say('stockState.queuedOffline')
  return say(`stockState.${deliveryLabel}`)
}

export const itemName = (name: string | undefined): string => name ?? say('stock.unnamedItem')

/** Who set it and how long ago; empty if nobody here did. */
function settingText({ setAt, setBy, byChain }: StockState, now: number): string {
  if (setAt === null) return ''
  const ago = ageText(setAt, now)
  if (byChain && setBy !== null) return say('stockState.setByChain', { name: setBy, age: ago })
  return setBy === null || setBy === ''
    ? say('stockState.setAt', { age: ago })
    : say('stockState.setBy', { screen: setBy, age: ago })
}

export function menuStateText(state: StockState, around: Around): string {
  const ingredient =
    around.ingredient === undefined ? '' : say('stockState.ingredient', { name: around.ingredient })
  return [deliveryStateText(state, around), ingredient, settingText(state, around.now)]
    .filter((part) => part !== '')
    .join(' · ')
}

/** A duration for people: `45 min`, `1 h 20 min`, `2 days`. `ms` is in milliseconds. */
export function lasted(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  if (minutes < 60) return say('stockHistory.minutes', { n: minutes })
  const hours = Math.floor(minutes / 60)
  if (hours >= 48) return say('clock.days', { n: Math.round(hours / 24) })
  return minutes % 60 === 0
    ? say('stockHistory.whole', { n: hours })
    : say('stockHistory.hours', { hours, minutes: minutes % 60 })
}
