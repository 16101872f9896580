import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import { restStation, type Station, type Stations } from '#contract/stations/station.ts'
import { useBridge } from '../../bridge/key.ts'
import { useHostCommand } from '../host-command.ts'
import { useSettings } from '../settings.ts'
import { useTickets } from '../tickets.ts'
import type { OwnTicket } from './own-ticket.ts'
import type { createOwnTickets } from './own-tickets.ts'

type OwnTickets = ReturnType<typeof createOwnTickets>
const noTickets: ReadonlyMap<string, OwnTicket> = new Map()

/** The kitchen’s stations, which of them this screen shows, and its tickets. */
export const useStations = defineStore('stations', () => {
  const bridge = useBridge()
  const showing = useHostCommand('stations.show')
  const all = useTickets()
  const settings = useSettings()
  const answer = shallowRef<Stations | null>(null)
  const ofStations = shallowRef<OwnTickets | null>(null)
  const isLoading = shallowRef(false)
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

  async function load(): Promise<void> {
    const { createOwnTickets } = await import('./own-tickets.ts')
    ofStations.value ??= createOwnTickets(() => all.tickets, { own, isExpo, stations })
  }
  watch(isPlain, (plain) => plain || void load())

  async function refresh(): Promise<void> {
    const round = ++latest
    const read = await bridge.call('stations.read', {})
    if (!read.ok) return
    // Before the answer is used: the whole kitchen must not be shown for a moment.
    if ((read.value.own.length > 0 || read.value.isExpo) && ofStations.value === null) {
      isLoading.value = answer.value === null
      try {
        await load()
      } finally {
        isLoading.value = false
      }
    }
    if (round === latest) answer.value = read.value
  }

  return {
    stations,
    /** The ids of the stations that this screen shows; empty for the whole kitchen. */
    own,
    /** This screen is where tickets are put together and handed over. */
    isExpo,
    /** The kitchen has stations besides everything else. */
    isUsed: computed(() => stations.value.some(({ id }) => id !== restStation)),
    /** What makes the tickets of stations is on its way: until then this screen has none. */
    isLoading,
    /** The open tickets as this screen shows them. */
    tickets: computed<ReadonlyMap<string, OwnTicket>>(() => {
      if (isLoading.value) return noTickets
      return isPlain.value ? all.tickets : (ofStations.value?.value.tickets ?? all.tickets)
    }),
    /** Those with dishes that a station makes later. */
    later: computed<readonly OwnTicket[]>(() => ofStations.value?.value.later ?? []),
    fires,
    refresh,
    show: (ids: string[]) => showing.run({ stations: ids }),
  }
})
