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
  finishTogether: toggle({
    of: 'restaurant',
    default: false,
  }),
  courses: toggle({
    of: 'restaurant',
    default: false,
  }),
  statusNames: toggle({
    of: 'restaurant',
    default: false,
  }),
})
