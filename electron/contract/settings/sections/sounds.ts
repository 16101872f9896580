import { custom, section, share, toggle } from '../row.ts'

export const sounds = section({
  soundOn: toggle({
    of: 'screen',
    default: true,
    warnAt: false,
  }),
  volume: share({
    of: 'screen',
    default: 0.8,
    min: 0,
    max: 1,
    step: 0.05,
    warnAt: 0,
    warnWith: 'soundOn',
  }),
  sounds: custom({
    of: null,
    control: 'sound-samples',
  }),
})
