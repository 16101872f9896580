import type { StockState } from '#contract/stock.ts'
import { age } from '../clock/times.ts'
import { language } from '../locales/i18n.ts'
import { say } from './words.ts'
import { shortWhen } from '../clock/when.ts'

/** What is around a state when it is put into words. */
export interface Around {
  /** The host's time, in ms. */
  now: number
  timeZone: string
  /** Nothing can be sent at the moment: the platform is out of reach, or sending is paused. */
  offline: boolean
  /** The ingredient that took it off. */
  ingredient: string | undefined
}

/** What the switch says: on sale, sold out until when, or how many are left; only as wanted where the platform refused. */
export function stateWords(state: StockState | undefined, around: Around): string {
  const words = wishWords(state, around)
  return state?.truth === 'refused' ? say('stockTruth.wanted', { words }) : words
}

function wishWords(state: StockState | undefined, { now, timeZone }: Around): string {
  switch (state?.state) {
    case undefined:
    case 'on-sale':
      return say('stockTruth.onSale')
    case 'counted':
      return state.left === 0
        ? say('stockTruth.none')
        : say('stockTruth.counted', { n: state.left ?? 0 })
    case 'out':
      if (state.until === null)
        // A menu says that something is off, and not for how long.
        return state.truth === 'menu' ? say('stockTruth.out') : say('stockTruth.outNotice')
      return say('stockTruth.outUntil', { when: shortWhen(state.until, now, language(), timeZone) })
  }
}

/** How that is known, in words. */
export function truthWords(
  { truth, words }: StockState,
  { offline }: Pick<Around, 'offline'>,
): string {
  if (truth === 'waiting')
    return offline ? say('stockTruth.waitingOffline') : say('stockTruth.waiting')
  if (truth === 'refused' && words !== null && words !== '')
    return say('stockTruth.refusedWords', { words })
  return say(`stockTruth.${truth}`)
}

/** Who set it, and how long ago; empty where nobody here did. */
function settingWords({ setAt, setBy }: StockState, now: number): string {
  if (setAt === null) return ''
  const { unit, n } = age(Date.parse(setAt), now)
  const ago = say(`age.${unit}`, { n })
  return setBy === null || setBy === ''
    ? say('stockTruth.setAt', { age: ago })
    : say('stockTruth.setBy', { screen: setBy, age: ago })
}

/** All that is said beside a switch after the state itself: how it is known, which ingredient, who and when. */
export function knownWords(state: StockState, around: Around): string {
  const ingredient =
    around.ingredient === undefined ? '' : say('stockTruth.ingredient', { name: around.ingredient })
  return [truthWords(state, around), ingredient, settingWords(state, around.now)]
    .filter((part) => part !== '')
    .join(' · ')
}
