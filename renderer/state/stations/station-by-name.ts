import { computed, reactive, shallowRef } from 'vue'
import type { Role } from '#contract/shared/caller.ts'
import { expo, restStation } from '#contract/stations/station.ts'
import { say } from './messages.ts'
import { stationName } from './station-name.ts'
import { stationOfName } from './station-of-name.ts'
import { useStations } from './stations.ts'

/**
 * What a screen shows that gets a name: the stations that a person picks, or else the one that it is
 * called after. With `own` it is this screen, which shows something already.
 */
export function useStationByName(place: () => { name: string; role: Role }, { own = false } = {}) {
  const store = useStations()
  const picked = shallowRef<string[] | null>(null)
  const stations = computed(() =>
    store.stations.map((station) => ({ ...station, name: stationName(station) })),
  )
  const match = computed(() =>
    stationOfName(place().name, [...stations.value, { id: expo, name: say('ownStation.expo') }]),
  )
  const shown = computed(() => (store.isExpo ? [expo] : store.own))
  const chosen = computed(() => {
    if (picked.value !== null) return picked.value
    // What somebody chose on the wall stays.
    if (own && shown.value.length > 0) return [...shown.value]
    return match.value === null ? [] : [match.value]
  })
  const hint = computed(() => {
    if (match.value !== null && chosen.value.join() === match.value) return say('ownStation.byName')
    return chosen.value.length === 0 ? say('ownStation.without') : ''
  })
  /** Only the screens of cooks belong to stations from the start. */
  const isAsked = computed(() => store.isUsed && place().role === 'kitchen')
  return reactive({
    isAsked,
    chosen,
    /** The stations' names, which are good names for screens. */
    named: computed(() =>
      stations.value.filter(({ id }) => id !== restStation).map(({ name }) => name),
    ),
    /** What the field shows. */
    field: computed(() => ({
      label: say('ownStation.field'),
      hint: hint.value,
      stations: stations.value,
      chosen: chosen.value,
      expoName: say('ownStation.expo'),
    })),
    pick: (ids: string[]) => void (picked.value = ids),
    /** This screen shows them from now on. */
    async show(): Promise<void> {
      if (isAsked.value && chosen.value.join() !== shown.value.join())
        await store.show(chosen.value)
    },
  })
}
