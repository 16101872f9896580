import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import { fail, type AppError } from '#contract/shared/result.ts'
import { restStation, type Station, type Stations } from '#contract/stations/station.ts'
import { useBridge } from '../../bridge/key.ts'
import { useHostCommand } from '../host-command.ts'
import { useSettings } from '../settings.ts'
import { useTickets } from '../tickets.ts'
import type { CardContent } from './card-content.ts'
import type { useCardContents } from './card-contents.ts'

type CardContents = ReturnType<typeof useCardContents>
const noTickets: ReadonlyMap<string, CardContent> = new Map()

/** The kitchen’s stations, which of them this screen shows, and its tickets. */
export const useStations = defineStore('stations', () => {
  const bridge = useBridge()
  const showing = useHostCommand('stations.show')
  const all = useTickets()
  const settings = useSettings()
  const answer = shallowRef<Stations | null>(null)
  const error = shallowRef<AppError | null>(null)
  const ofStations = shallowRef<CardContents | null>(null)
  // Numbers the requests, so that an outdated answer is ignored.
  let latest = 0

  const own = computed(() => answer.value?.own ?? [])
  const isExpo = computed(() => answer.value?.isExpo === true)
  const stations = computed<readonly Station[]>(() => answer.value?.stations ?? [])
  const isWhole = computed(() => own.value.length === 0 && !isExpo.value)
  /** Somebody fires courses here: at expo, or where there is none. */
  const fires = computed(
    () =>
      settings.settings?.courses === true &&
      answer.value !== null &&
      (isExpo.value || !answer.value.hasExpo),
  )
  const isPlain = computed(() => isWhole.value && !fires.value)

  /** False if the part that makes the tickets of stations could not be loaded. */
  async function load(): Promise<boolean> {
    try {
      const { useCardContents } = await import('./card-contents.ts')
      ofStations.value ??= useCardContents(() => all.tickets, { own, isExpo, stations })
      return true
    } catch {
      return false
    }
  }
  watch(isPlain, (plain) => plain || void load())

  /** Before the first answer this screen has no tickets: they may not be its own. */
  async function refresh(): Promise<void> {
    const round = ++latest
    let read = await bridge.call('stations.get', {})
    const isOfStations = read.ok && (read.value.own.length > 0 || read.value.isExpo)
    if (isOfStations && !(await load())) read = fail('unreachable')
    if (round !== latest) return
    error.value = read.ok ? null : read.error
    if (read.ok) answer.value = read.value
  }

  const state = computed<'loading' | 'ready' | 'failed'>(() => {
    if (all.state !== 'ready') return all.state
    if (answer.value !== null) return 'ready'
    return error.value === null ? 'loading' : 'failed'
  })

  return {
    stations,
    /** The ids of the stations that this screen shows; empty for the whole kitchen. */
    own,
    /** This screen is where tickets are put together and handed over. */
    isExpo,
    /** The kitchen has stations besides everything else. */
    isUsed: computed(() => stations.value.some(({ id }) => id !== restStation)),
    /** Whether the tickets and this screen's stations are known. */
    state,
    /** Why they are not. */
    error: computed(() => all.error ?? error.value),
    /** The open tickets as this screen shows them. */
    tickets: computed<ReadonlyMap<string, CardContent>>(() => {
      if (answer.value === null) return noTickets
      return isPlain.value ? all.tickets : (ofStations.value?.value.tickets ?? all.tickets)
    }),
    /** Those with dishes that a station makes later. */
    later: computed<readonly CardContent[]>(() => ofStations.value?.value.later ?? []),
    fires,
    refresh,
    /** Another store opens. */
    forget(): void {
      latest++
      answer.value = null
      error.value = null
    },
    show: (ids: string[]) => showing.run({ stations: ids }),
  }
})
