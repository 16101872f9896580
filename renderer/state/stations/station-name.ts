import { restStation, type Station } from '#contract/stations/station.ts'
import { say } from './messages.ts'

/** The name of a station, as people read it. */
export const stationName = ({ id, name }: Pick<Station, 'id' | 'name'>): string =>
  name === '' && id === restStation ? say('ownStation.rest') : name
