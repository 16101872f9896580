import { defineStore } from 'pinia'
import { computed, watch } from 'vue'
import { eachSecond, hostNow } from '../clock/host-clock.ts'
import { occasionsBetween, soundKeys, type Occasion, type Scene } from './occasions.ts'
import { createPlayer, type Sound } from './player.ts'
import { usePreferences } from '../state/preferences.ts'
import { useStations } from '../state/stations/stations.ts'

/** The lowest volume that can be heard across a kitchen. */
const audible = 0.4

/** Plays sounds for what happens on the wall, at this screen's volume. */
export const useSound = defineStore('sound', () => {
  const stations = useStations()
  const own = usePreferences()
  const player = createPlayer()
  let scene: Scene | null = null
  /** The stations that the screen showed then. */
  let shown = ''

  function listen(): void {
    if (stations.state !== 'ready') {
      // Another store, or the first tickets: nothing is news.
      scene = null
      return
    }
    const next = { tickets: stations.tickets, at: hostNow() }
    const showing = JSON.stringify([stations.own, stations.isExpo])
    // Tickets that are there because somebody chose other stations are no news.
    const received = scene === null || showing !== shown ? [] : occasionsBetween(scene, next)
    scene = next
    shown = showing
    ring(received)
  }

  /** What this screen plays for an occasion: one sound or none. */
  function soundsOf(occasion: Occasion): Sound[] {
    const choice = own.preferences[soundKeys[occasion]]
    if (choice === 'off') return []
    return [choice === 'own' ? occasion : choice]
  }

  function play(sounds: readonly Sound[]): void {
    const { soundOn, volume } = own.preferences
    if (soundOn && sounds.length > 0) void player.play(sounds, volume)
  }
  const ring = (occasions: readonly Occasion[]): void =>
    play([...new Set(occasions.flatMap(soundsOf))])

  // Vue batches many changes in one turn into one.
  watch(() => [stations.tickets, stations.state], listen, { immediate: true })
  // Time alone makes a scheduled ticket due.
  eachSecond(listen)
  // Any tap satisfies the browser, not only one on the button.
  for (const gesture of ['pointerup', 'keydown'] as const)
    addEventListener(gesture, () => player.blocked.value && void player.unblock())

  return {
    blocked: player.blocked,
    silent: computed(() => !own.preferences.soundOn || own.preferences.volume === 0),
    unblock: player.unblock,
    /** Plays sounds, unless this screen has them off. */
    ring,
    /** One quiet sound for what is not about tickets, unless this screen has them off. */
    remind: () => play(['chime']),
    /** Loud enough even if the volume was at zero. */
    async turnOn() {
      await player.unblock()
      await own.change({ soundOn: true, volume: Math.max(own.preferences.volume, audible) })
    },
    test: async (occasion: Occasion) => {
      await player.unblock()
      await player.play(soundsOf(occasion), own.preferences.volume)
    },
  }
})
