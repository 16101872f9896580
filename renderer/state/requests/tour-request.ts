import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { usePreferences } from '../preferences.ts'

export const tourNames = ['cook', 'manager'] as const
export type TourName = (typeof tourNames)[number]

/** The running tour of the practice store, and the card that offers the tours. */
export const useTourRequest = defineStore('tourRequest', () => {
  const own = usePreferences()
  const running = shallowRef<TourName | null>(null)
  /** The card with the tours: offered by itself, or because a person asked for it. */
  const card = shallowRef<'offered' | 'asked' | null>(null)
  return {
    running,
    card,
    /** Offers the tours to a screen that they weren't offered to. */
    offer(): void {
      if (!own.preferences.isTourOffered) card.value = 'offered'
    },
    ask: () => void (card.value = 'asked'),
    dismiss: () => void (card.value = null),
    start(tour: TourName): void {
      card.value = null
      running.value = tour
    },
    end: () => void (running.value = null),
  }
})
