import { custom, section, choice, time, toggle, number } from '../row.ts'

export const network = section({
  networkScreens: custom({
    of: 'restaurant',
    control: 'network',
  }),
})

export const backups = section({
  backups: custom({
    of: 'restaurant',
    control: 'backups',
  }),
})

/** Where the data is, and how long it is kept. */
export const data = section({
  dataFolder: custom({
    of: 'restaurant',
    control: 'data-folder',
  }),
  /** Longer than the personal data of guests, which is deleted earlier. */
  keepDays: number({
    of: 'restaurant',
    default: 60,
    min: 31,
    max: 3650,
    slider: { max: 365 },
  }),
  guestDataDays: number({
    of: 'restaurant',
    default: 30,
    min: 1,
    max: 30,
  }),
})

export const updates = section({
  updates: custom({
    of: 'restaurant',
    control: 'updates',
  }),
  updateDownload: toggle({
    of: 'restaurant',
    default: true,
  }),
  updateWhen: choice(['next-start', 'set-time'], {
    of: 'restaurant',
    default: 'next-start',
  }),
  updateTime: time({
    of: 'restaurant',
    default: '04:30',
  }),
  updateChannel: choice(['stable', 'beta'], {
    of: 'restaurant',
    default: 'stable',
    warnAt: 'beta',
  }),
})

export const connection = section({
  connection: custom({
    of: 'restaurant',
    control: 'connection-link',
  }),
})

export const about = section({
  about: custom({
    of: null,
    control: 'about',
  }),
})

export const screens = section({
  pin: custom({
    of: 'restaurant',
    control: 'pin',
  }),
  screenList: custom({
    of: 'restaurant',
    control: 'screens',
  }),
})
