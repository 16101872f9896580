import { choice, custom, section, time, toggle } from '../row.ts'

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
