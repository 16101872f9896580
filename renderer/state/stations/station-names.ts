import { restStation, type Station } from '#contract/stations.ts'
import { say } from './messages.ts'
import { useStations } from './stations.ts'

export const stationName = ({ id, name }: Pick<Station, 'id' | 'name'>): string =>
  name === '' && id === restStation ? say('ownStation.rest') : name

/** The stations' names, as people read them. */
export function useStationNames() {
  const store = useStations()
  const nameOf = (stationId: string): string =>
    stationName(store.stations.find(({ id }) => id === stationId) ?? { id: stationId, name: '' })
  return {
    nameOf,
    /** What this screen shows. */
    ownNames: (): string =>
      store.own.length === 0 ? say('ownStation.whole') : store.own.map(nameOf).join(', '),
  }
}
