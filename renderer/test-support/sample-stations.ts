import { restStation, type Station, type Stations } from '#contract/stations/station.ts'

export const everythingElse: Station = { id: restStation, name: '', color: 'teal', icon: 'chef' }

/** A kitchen without stations. */
export const noStations: Stations = {
  stations: [everythingElse],
  own: [],
  isExpo: false,
  hasExpo: false,
  screens: {},
}

/** A kitchen with a grill and a bar. */
export const sampleStations = (changes: Partial<Stations> = {}): Stations => ({
  stations: [
    { id: 'grill', name: 'Grill', color: 'red', icon: 'flame' },
    { id: 'bar', name: 'Bar', color: 'blue', icon: 'cup' },
    everythingElse,
  ],
  own: [],
  isExpo: false,
  hasExpo: false,
  screens: {},
  ...changes,
})
