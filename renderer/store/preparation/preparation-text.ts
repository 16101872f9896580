import type { PreparationSuggestion } from '#contract/preparation-time/preparation-time.ts'
import { say } from '../messages.ts'

export const minutesText = (n: number): string => say('preparation.minutes', { n })

/** For how long a change holds; null is until somebody changes it. */
export function holdText(minutes: number | null): string {
  if (minutes === null) return say('preparation.untilChanged')
  const isWholeHours = minutes > 60 && minutes % 60 === 0
  return isWholeHours ? say('preparation.hours', { n: minutes / 60 }) : minutesText(minutes)
}

/** A suggestion with the figures it was made from, in one sentence. */
export function suggestionText(suggestion: PreparationSuggestion): string {
  const { minutes, openDishes, openTickets, bestHalfHour, typicalMinutes } = suggestion
  const tickets = (n: number) => say('preparation.tickets', { n })
  const figures = {
    dishes: say('preparation.openDishes', { n: openDishes }),
    tickets: tickets(openTickets),
    best: tickets(bestHalfHour ?? 0),
    typical: minutesText(typicalMinutes ?? 0),
    minutes: minutesText(minutes),
  }
  if (bestHalfHour === null) return say('preparation.suggestionTypical', figures)
  if (typicalMinutes === null) return say('preparation.suggestionBest', figures)
  return say('preparation.suggestionBoth', figures)
}
