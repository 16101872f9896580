import { watch } from 'vue'
import type { StockAct, StockKey, StockState } from '#contract/stock/stock.ts'
import { hostNow } from '../../clock/host-clock.ts'
import { language } from '../../locales/i18n.ts'
import { say } from '../messages.ts'
import { stockStateOf, type DeliveryLabel } from '../../state/stock/delivery-label.ts'
import { useStock } from '../../state/stock/stock.ts'
import { useToasts } from '../../ui/note/toasts.ts'
import { shortWhen } from '../../clock/when.ts'

/** How long a change may take before a notice says that it is still being sent, in ms. */
const patience = 1_500
const onItsWay = new Set<DeliveryLabel>(['queued', 'sending'])

/** The current state of an item as a sentence; `undefined` means on sale. */
function sentenceOf(name: string, state: StockState | undefined, timeZone: string): string {
  if (state === undefined || state.state === 'on-sale') return say('eightySix.noticeBack', { name })
  if (state.state === 'counted') return say('eightySix.noticeLeft', { name, n: state.left ?? 0 })
  if (state.until === null) return say('eightySix.noticeNotice', { name })
  const when = shortWhen(state.until, hostNow(), language(), timeZone)
  return say('eightySix.noticeOut', { name, when })
}

/**
 * Sets one item and shows the result with an undo button: as soon as the platform confirms or
 * rejects it, or after a moment a notice that it is still being sent. True once the host has stored
 * it.
 */
export function useOutcome() {
  const stock = useStock()
  const toasts = useToasts()

  function tell(key: StockKey, name: string, state: StockState | undefined): void {
    const deliveryLabel = state && stockStateOf(state)
    if (deliveryLabel === 'refused') {
      toasts.show(say('eightySix.noticeRefused', { name }), 'trouble')
      return
    }
    if (deliveryLabel === 'unknown' || deliveryLabel === 'expired') {
      toasts.show(say('eightySix.noticeUnknown', { name }), 'trouble')
      return
    }
    const sentence = sentenceOf(name, state, stock.board?.timeZone ?? 'UTC')
    const isBack = (state?.state ?? 'on-sale') === 'on-sale'
    const back = () => void stock.set([key], { kind: 'back' })
    const undo = isBack ? null : { label: say('act.undo'), run: back }
    if (deliveryLabel === 'queued')
      toasts.show(say('eightySix.noticeWaiting', { sentence }), 'plain', undo)
    else if (deliveryLabel === 'sending')
      toasts.show(say('eightySix.noticeSending', { sentence }), 'plain', undo)
    else toasts.show(sentence, 'good', undo)
  }

  return async (key: StockKey, name: string, act: StockAct): Promise<boolean> => {
    const before = stock.stateOf(key)
    if (!(await stock.set([key], act))) return false
    const isNews = () => stock.stateOf(key) !== before
    function isDone(): boolean {
      const state = stock.stateOf(key)
      return isNews() && (state === undefined || !onItsWay.has(stockStateOf(state)))
    }

    // Outlives the dialog that started it.
    const stop = watch(isDone, end)
    const timer = setTimeout(end, patience)
    function end(): void {
      stop()
      clearTimeout(timer)
      if (isNews()) tell(key, name, stock.stateOf(key))
    }
    if (isDone()) end()
    return true
  }
}
