import { custom, ruled, section, toggle } from '../row.ts'

export const maxName = 40

export const thisScreen = section({
  /** Shown next to changes made on this screen. */
  screenName: ruled(
    { is: 'text', min: 0, max: maxName },
    {
      of: 'screen',
      default: '',
      control: 'screen-name',
    },
  ),
  ownRole: custom({
    of: 'screen',
    control: 'own-role',
  }),
  keepAwake: toggle({
    of: 'screen',
    default: true,
    control: 'keep-awake',
  }),
  /** The system has its value. */
  autostart: custom({
    of: 'screen',
    control: 'autostart',
  }),
  /** Only for the desktop app, and only a manager changes it. */
  kiosk: toggle({
    of: 'screen',
    default: false,
    control: 'kiosk',
  }),
  /** Only for the desktop app: it becomes a screen of a Kitchen Pass on another computer. */
  otherHost: custom({
    of: 'screen',
    control: 'other-host',
  }),
})
