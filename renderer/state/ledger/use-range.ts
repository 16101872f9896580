import { shallowRef } from 'vue'
import { hostNow } from '../../clock/host-clock.ts'
import { clockTime } from '../../clock/times.ts'
import { isoDay } from '../../clock/when.ts'
import { spanOf, type Span, type SpanName } from '../../ui/ledger/ledger.ts'
import { useStatus } from '../health/status.ts'
import { useSettings } from '../settings.ts'

/** How long to wait after a day was typed before the range is used, in ms. */
export const dayRestMs = 400

/** The ranges are of business days: at half past midnight, today is the night that goes on. */
export function useRange(first: SpanName) {
  const { timeZone } = useStatus()
  const border = useSettings().settings?.businessDayBorder ?? '00:00'
  const isNight = clockTime(hostNow(), timeZone) < border
  const today = isoDay(hostNow(), timeZone, isNight ? -1 : 0)
  return { today, span: shallowRef<Span>(spanOf(first, today)) }
}
