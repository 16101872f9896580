import type { WallCommand } from '../fields.ts'
import { custom, ruled, section } from '../row.ts'

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
