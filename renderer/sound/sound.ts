import { defineStore } from 'pinia'
import { computed, watch } from 'vue'
import { eachSecond, hostNow } from '../clock/host-clock.ts'
import { occasionsBetween, type Occasion, type Scene } from './occasions.ts'
import { createPlayer } from './player.ts'
import { usePreferences } from '../state/preferences.ts'
import { useTickets } from '../state/tickets.ts'

/** The least that is heard across a kitchen. */
const audible = 0.4

/** Rings for what happens on the glass, as loud as this screen likes. */
export const useSound = defineStore('sound', () => {
  const tickets = useTickets()
  const own = usePreferences()
  const player = createPlayer()
  let scene: Scene | null = null

  function listen(): void {
    if (tickets.state !== 'ready') {
      // Another store, or none yet: what stands there at first is not news.
      scene = null
      return
    }
    const next = { tickets: tickets.tickets, at: hostNow() }
    const received = scene === null ? [] : occasionsBetween(scene, next)
    scene = next
    const { soundOn, volume } = own.preferences
    if (soundOn && received.length > 0) void player.play(received, volume)
  }

  // Batched by Vue: many changes in one turn are one scene.
  watch(() => [tickets.tickets, tickets.state], listen, { immediate: true })
  // A scheduled ticket joins the queue by the clock alone.
  eachSecond(listen)
  // Any tap will do for the browser, not only one on the button.
  for (const gesture of ['pointerup', 'keydown'] as const)
    addEventListener(gesture, () => player.blocked.value && void player.unblock())

  return {
    blocked: player.blocked,
    silent: computed(() => !own.preferences.soundOn || own.preferences.volume === 0),
    unblock: player.unblock,
    /** Loud enough to be heard where it was turned down to nothing. */
    async turnOn() {
      await player.unblock()
      await own.change({ soundOn: true, volume: Math.max(own.preferences.volume, audible) })
    },
    test: async (occasion: Occasion) => {
      await player.unblock()
      await player.play([occasion], own.preferences.volume)
    },
  }
})
