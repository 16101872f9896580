import { shallowRef, type ShallowRef } from 'vue'
import allergyUrl from '../../resources/sounds/allergy.wav'
import bellUrl from '../../resources/sounds/bell.wav'
import cancelledUrl from '../../resources/sounds/cancelled.wav'
import changedUrl from '../../resources/sounds/changed.wav'
import chimeUrl from '../../resources/sounds/chime.wav'
import doubleUrl from '../../resources/sounds/double.wav'
import driverUrl from '../../resources/sounds/driver.wav'
import lowUrl from '../../resources/sounds/low.wav'
import newUrl from '../../resources/sounds/new.wav'
import refusedUrl from '../../resources/sounds/refused.wav'
import woodUrl from '../../resources/sounds/wood.wav'
import { whenIdle } from '../clock/when-idle.ts'
import type { SoundChoice } from '#contract/settings/fields.ts'
import type { Occasion } from './occasions.ts'

export type Sound = Occasion | Exclude<SoundChoice, 'own' | 'off'>

const urls: Record<Sound, string> = {
  cancelled: cancelledUrl,
  refused: refusedUrl,
  changed: changedUrl,
  allergy: allergyUrl,
  driver: driverUrl,
  new: newUrl,
  bell: bellUrl,
  chime: chimeUrl,
  double: doubleUrl,
  low: lowUrl,
  wood: woodUrl,
}

/** The first view is on screen by then. */
const openAfterMs = 3_000

export interface Player {
  /** True while the browser needs a tap before a page may play sound. */
  blocked: Readonly<ShallowRef<boolean>>
  unblock(): Promise<void>
  /** Plays one after the other; volume from 0 to 1. */
  play(names: readonly Sound[], volume: number): Promise<void>
}

/** Time in which the clock of a working context moves on. */
const movesWithinMs = 1_000

/**
 * Plays the sounds with WebAudio; without audio hardware it stays silent. It opens the audio device
 * after the page is shown, because that is slow on weak computers.
 */
export function createPlayer(): Player {
  const blocked = shallowRef(false)
  let opened = new Promise<AudioContext>((resolve) =>
    setTimeout(() => whenIdle(() => resolve(open())), openAfterMs),
  )
  const buffers = new Map<Sound, Promise<AudioBuffer>>()
  let current: AudioContext
  let hasRun = false
  let freeAt = 0

  function open(): AudioContext {
    const context = new AudioContext()
    current = context
    hasRun = false
    freeAt = 0
    context.addEventListener('statechange', () => look(context))
    look(context)
    return context
  }

  function look(context: AudioContext): void {
    if (context !== current) return
    const isRunning = context.state === 'running'
    hasRun ||= isRunning
    blocked.value = !isRunning
  }

  /** After a lock or a call, the clock may stand still in a context that says it is running. */
  function checkClock(): void {
    const context = current
    const before = context.currentTime
    setTimeout(() => {
      look(context)
      if (context === current && context.currentTime === before) blocked.value = true
    }, movesWithinMs)
  }

  async function fetchSound(name: Sound): Promise<AudioBuffer> {
    const response = await fetch(urls[name])
    return (await opened).decodeAudioData(await response.arrayBuffer())
  }

  function load(name: Sound): Promise<AudioBuffer> {
    const cached = buffers.get(name)
    if (cached !== undefined) return cached
    const loading = fetchSound(name)
    buffers.set(name, loading)
    loading.catch(() => buffers.delete(name))
    return loading
  }

  return {
    blocked,
    async unblock() {
      const context = await opened
      if (!blocked.value && context.state === 'running') return
      // A context that ran before and stopped may never run again.
      if (hasRun) {
        void context.close().catch(() => undefined)
        opened = Promise.resolve(open())
      }
      await current.resume()
    },
    async play(names, volume) {
      const context = await opened
      if (volume === 0) return
      checkClock()
      if (context.state !== 'running') return
      const sounds = await Promise.allSettled(names.map(load))
      for (const sound of sounds) {
        if (sound.status === 'rejected') continue
        const gain = new GainNode(context, { gain: volume })
        const source = new AudioBufferSourceNode(context, { buffer: sound.value })
        const at = Math.max(context.currentTime, freeAt)
        source.connect(gain).connect(context.destination)
        source.start(at)
        freeAt = at + sound.value.duration
      }
    },
  }
}
