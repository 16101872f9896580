import { z } from 'zod'
import { roles, type Role } from './caller.ts'
import { answers, answersManager, defineContract, event, none } from './operation.ts'

/** One display, as the manager's list has it. */
export interface Screen {
  id: string
  /** What the crew calls it; empty where it has no name. */
  name: string
  /** What it was assigned. */
  role: Role
}

/** What a screen may know of itself and of the others. No secret is in it. */
export interface Screens {
  /** The screen that asked. An empty `id` is one that the host cannot tell from others. */
  own: Screen & {
    /** What it may be now: a manager's until there is a PIN, and while it is unlocked. */
    effectiveRole: Role
    /** ISO; null where it is not unlocked. */
    unlockedUntil: string | null
  }
  hasPin: boolean
  /** Every screen that is known; null for all but a manager. */
  all: Screen[] | null
  /** Where the PIN was wrong again and again, or where many screens together guessed it; null for all but a manager. */
  guesses: PinGuesses[] | null
}

/** Wrong PINs at one screen since the last right one there. */
export interface PinGuesses {
  screenId: string
  wrong: number
  /** ISO; the last of them. */
  lastAt: string
}

const screenId = z.string().min(1).max(100)
const name = z.string().trim().max(40)
const pin = z.string().regex(/^\d{4,8}$/)

const renameScreenInput = z.strictObject({ name })
const assignScreenInput = z.strictObject({ screenId, name, role: z.enum(roles) })
const forgetScreenInput = z.strictObject({ screenId })
const pinInput = z.strictObject({ pin })

export const screensContract = defineContract({
  name: 'screens',
  operations: {
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
  },
  events: {
    /** A screen, its role or the PIN changed, or an unlocking ended: ask what it is for this screen. */
    'screens.changed': event(),
  },
})
