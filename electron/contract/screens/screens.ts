import { z } from 'zod'
import { roles, type Role } from '../shared/caller.ts'
import {
  answers,
  answersEverybody,
  answersManager,
  defineContract,
  event,
  none,
} from '../shared/operation.ts'

export interface Screen {
  id: string
  /** Empty if nobody has named it. */
  name: string
  role: Role
}

/** What a browser runs on. */
export const systems = ['ipados', 'android', 'fire-os', 'windows', 'macos', 'linux'] as const
export type System = (typeof systems)[number]

/** Of a tablet, as far as its browser tells. */
export interface Battery {
  /** 0 to 100. */
  percent: number
  isCharging: boolean
}

/** What the page of a screen on the network tells of itself. */
export interface Device {
  /** Of the page. It may be older than the host until the page is reloaded. */
  version: string
  /** Null if the browser doesn't tell. */
  battery: Battery | null
}

/** A screen on the network, as its browser describes it. */
export interface NetworkScreen {
  /** Null if the browser doesn't say. */
  system: System | null
  /** Its last address; null if it wasn't connected since the start. */
  address: string | null
  /** Null if it hasn't told since the start. */
  device: Device | null
}

/** A screen in the list of a manager. */
export interface ListedScreen extends Screen {
  /** Whether it listens to the host now. */
  isConnected: boolean
  /** When it was last connected, ISO; null if that isn't known. */
  lastSeenAt: string | null
  /** Null for a screen of the kitchen computer itself. */
  network: NetworkScreen | null
}

/** What a screen may know about itself and the others. It contains no secret. */
export interface Screens {
  /** The screen that asks. `id` is empty if the host can't tell it from others. */
  own: Screen & {
    /** The role that applies now: manager if there is no PIN, or while the screen is unlocked. */
    effectiveRole: Role
    /** ISO; null if it is not unlocked. */
    unlockedUntil: string | null
  }
  hasPin: boolean
  /**
   * The name of each other screen, empty for one without: two should not have the same. None for an
   * order status screen.
   */
  otherNames: string[]
  /** All known screens; null for anybody but a manager. */
  all: ListedScreen[] | null
  /**
   * Screens with repeated wrong PINs, and guesses that many screens made together; null for anybody
   * but a manager.
   */
  guesses: PinGuesses[] | null
}

/** Wrong PINs at a screen since the last right one. */
export interface PinGuesses {
  screenId: string
  wrong: number
  /** When the last one was, ISO. */
  lastAt: string
}

const screenId = z.string().min(1).max(100)
const name = z.string().trim().max(40)
const pin = z.string().regex(/^\d{4,8}$/)

const renameScreenInput = z.strictObject({ name })
const assignScreenInput = z.strictObject({ screenId, name, role: z.enum(roles) })
const forgetScreenInput = z.strictObject({ screenId })
const pinInput = z.strictObject({ pin })
const describeScreenInput = z.strictObject({
  version: z.string().regex(/^\d[\w.+-]{0,29}$/),
  battery: z.strictObject({ percent: z.int().min(0).max(100), isCharging: z.boolean() }).nullable(),
})

export const screensContract = defineContract({
  name: 'screens',
  operations: {
    'screens.get': answersEverybody<Screens>()(none),
    'screens.rename': answers<null>()(renameScreenInput),
    'screens.assign': answersManager<null>()(assignScreenInput),
    /**
     * Removes a screen from the list and ends its access at once. The window of the app itself is a new
     * screen when it asks again.
     */
    'screens.forget': answersManager<null>()(forgetScreenInput),
    /**
     * Sets or changes the manager's PIN. The calling screen is unlocked, every other screen is
     * locked.
     */
    'screens.setPin': answersManager<null>()(pinInput),
    /** Without a PIN every screen has the manager's role. */
    'screens.removePin': answersManager<null>()(none),
    /**
     * Gives the calling screen the manager's role for five minutes. Fails with `wrong-pin`, or
     * `locked` after too many.
     */
    'screens.unlock': answersEverybody<null>()(pinInput),
    'screens.lock': answersEverybody<null>()(none),
    /** A screen on the network tells of its page and its battery; any other changes nothing. */
    'screens.describe': answersEverybody<null>()(describeScreenInput),
  },
  events: {
    /** A screen, its role or the PIN changed, or an unlocked screen was locked: ask again. */
    'screens.changed': event(roles),
  },
})
