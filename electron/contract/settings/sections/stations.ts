import { custom, section, toggle } from '../row.ts'

export const stations = section({
  stationList: custom({
    of: 'restaurant',
    control: 'stations',
  }),
  lastStationBumps: toggle({
    of: 'restaurant',
    default: false,
  }),
  statusNames: toggle({
    of: 'restaurant',
    default: false,
  }),
})
