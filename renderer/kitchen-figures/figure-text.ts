import type { Speed } from '#contract/kitchen-figures/kitchen-figures.ts'
import { duration } from '../clock/times.ts'
import { language } from '../locales/i18n.ts'
import { numberText } from '../locales/number.ts'

/** A dash for no time. */
export const timeText = (seconds: number | null): string =>
  seconds === null ? '–' : duration(seconds)

export const lateShare = ({ orders, late }: Pick<Speed, 'orders' | 'late'>): string =>
  orders === 0
    ? '–'
    : new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 }).format(
        late / orders,
      )

export const number = (value: number): string => numberText(value, 1)
