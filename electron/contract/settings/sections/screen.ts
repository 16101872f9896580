import { custom, ruled, section, toggle, share, choice } from '../row.ts'
import { wallSizes, timeFormats, type WallCommand } from '../fields.ts'
import { languages } from '../../shared/languages.ts'

export const appearance = section({
  language: choice([null, ...languages], {
    of: 'screen',
    default: null,
  }),
  theme: choice(['system', 'light', 'dark'], {
    of: 'screen',
    default: 'system',
  }),
  timeFormat: choice(timeFormats, {
    of: 'restaurant',
    default: '24-hour',
  }),
})

/** Two letters or more, no digits; a `*` at its end, for any ending. */
const allergyWord = '^(?:[^\\p{L}\\d*]*\\p{L}){2}[^\\d*]*\\*?$'

export const wall = section({
  wallPreview: custom({
    of: null,
    control: 'wall-preview',
  }),
  wallSize: choice(wallSizes, {
    of: 'screen',
    default: 'M',
  }),
  /** Null for as many columns as fit. */
  wallColumns: choice([null, 2, 3, 4, 5, 6, 7, 8, 9, 10], {
    of: 'screen',
    default: null,
  }),
  wallHeader: toggle({
    of: 'screen',
    default: true,
  }),
  navigation: choice([null, 'shown', 'corner'], {
    of: 'screen',
    default: null,
  }),
  cardNumbers: toggle({
    of: 'screen',
    default: false,
  }),
  headBumps: toggle({
    of: 'screen',
    default: false,
  }),
  denseCards: toggle({
    of: 'screen',
    default: false,
  }),
  showPayment: toggle({
    of: 'screen',
    default: false,
  }),
  /** A guest who writes one of these means an allergy, beside the words of `allergyTable`. */
  allergyWords: ruled<'restaurant', readonly string[]>(
    { is: 'list', of: { is: 'text', min: 2, max: 40, pattern: allergyWord }, max: 100 },
    { of: 'restaurant', default: [], control: 'allergy-words' },
  ),
})

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

export const keys = section({
  /**
   * Learned keys (`KeyboardEvent.key`, letters in lower case). A command that is missing here has
   * its default key.
   */
  wallKeys: ruled<'screen', Partial<Record<WallCommand, string>>>(
    { is: 'wall-keys' },
    {
      of: 'screen',
      default: {},
      control: 'wall-keys',
    },
  ),
  keys: custom({
    of: null,
    control: 'key-maps',
  }),
})

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
