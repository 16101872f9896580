import { say } from './messages.ts'
import { stationName } from './station-name.ts'
import { useStations } from './stations.ts'

/** The stations' names, as people read them. */
export function useStationNames() {
  const store = useStations()
  const nameOf = (stationId: string): string =>
    stationName(store.stations.find(({ id }) => id === stationId) ?? { id: stationId, name: '' })
  return {
    nameOf,
    /** What this screen shows. */
    ownNames: (): string =>
      store.isExpo
        ? say('ownStation.expo')
        : store.own.length === 0
          ? say('ownStation.whole')
          : store.own.map(nameOf).join(', '),
  }
}
