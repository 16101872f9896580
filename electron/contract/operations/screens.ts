import { answers, answersManager, none } from '../operation.ts'
import {
  assignScreenInput,
  forgetScreenInput,
  pinInput,
  renameScreenInput,
  type Screens,
} from '../screens.ts'

export const screensOperations = {
  'screens.read': answers<Screens>()(none),
  /** Names the screen that asks. */
  'screens.rename': answers<null>()(renameScreenInput),
  'screens.assign': answersManager<null>()(assignScreenInput),
  /** Takes a screen off the list; where it asks again, it is a new one. */
  'screens.forget': answersManager<null>()(forgetScreenInput),
  /** The manager's PIN, the first or another; the screen that sets it is unlocked, and every other one locked. */
  'screens.setPin': answersManager<null>()(pinInput),
  /** Without a PIN every screen is a manager's. */
  'screens.removePin': answersManager<null>()(none),
  /** Makes the screen that asks a manager's for five minutes; `wrong-pin`, or `locked` after too many. */
  'screens.unlock': answers<null>()(pinInput),
  'screens.lock': answers<null>()(none),
} as const
