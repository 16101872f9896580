import { custom, ruled, section } from '../row.ts'

export const longestName = 40

export const thisScreen = section({
  /** Shown next to changes made on this screen. */
  screenName: ruled(
    { is: 'text', min: 0, max: longestName },
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
})
