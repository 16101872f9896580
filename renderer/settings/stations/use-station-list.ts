import { computed, onScopeDispose } from 'vue'
import { restStation } from '#contract/stations/station.ts'
import { useBridge } from '../../bridge/key.ts'
import { useHostQuery } from '../../state/host-query.ts'

/** The stations, and what each screen shows, as the host has them now. */
export function useStationList() {
  const bridge = useBridge()
  const query = useHostQuery('stations.get', {})
  // The store of stations follows this event for the screen itself; queries don't.
  const stop = bridge.onEvent(({ type }) => {
    if (type === 'stations.changed') void query.ask()
  })
  onScopeDispose(stop)

  const stations = computed(() => query.data.value?.stations ?? [])
  return {
    ...query,
    stations,
    /** The kitchen has stations besides everything else. */
    isUsed: computed(() => stations.value.some(({ id }) => id !== restStation)),
    shownBy: (screenId: string): readonly string[] => query.data.value?.screens?.[screenId] ?? [],
  }
}
