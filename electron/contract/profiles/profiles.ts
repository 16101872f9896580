import { z } from 'zod'
import type { Role } from '../shared/caller.ts'
import { tokenSchema } from '../connection/connection.ts'
import type { Language } from '../shared/languages.ts'
import { answers, answersManager, defineContract, event, none } from '../shared/operation.ts'
import type { Preferences, Settings } from '../settings/settings.ts'
import { maxProfileLetters } from '../shared/text-file-limits.ts'

/** Where the platform's settings have the access key, as a person finds it: one text, or one per language. */
export type KeyMenuPath = string | Partial<Record<Language, string>>

/** A place for a screen. The screen that takes it gets its role and its preferences. */
export interface ProfileScreen {
  name: string
  role: Role
  preferences: Partial<Preferences>
}

/** What a setup file set in the open store. */
export interface AppliedProfile {
  /** What it sets can't be changed on a screen. */
  locked: boolean
  settings: (keyof Settings)[]
  screens: ProfileScreen[]
  /** The names of its receipt printers. */
  printers: string[]
  keyMenuPath: KeyMenuPath | null
}

/** A store of a setup file, and what the file would set. */
export interface ProfiledStore extends AppliedProfile {
  storeId: string
  name: string
  v3Url: string
  /** It is the open store. */
  isOpen: boolean
  /** Its settings whose value differs now; null if the store isn't open. */
  changes: (keyof Settings)[] | null
  /** An access key comes with the file, or is stored here for this platform. */
  hasKey: boolean
}

export interface ProfilePreview {
  /** Of the access keys in the file. `none` if it has no keys; a changed file is `wrong` too. */
  passphrase: 'none' | 'needed' | 'wrong' | 'right'
  stores: ProfiledStore[]
}

/** A file that a person opened with the app, or that is on a USB stick. */
export interface OfferedProfile {
  name: string
  /** Null if the file can't be read or is too large. */
  text: string | null
}

const text = z.string().min(1).max(maxProfileLetters)
const passphrase = z.string().min(1).max(1024)

export const profilesContract = defineContract({
  name: 'profiles',
  operations: {
    /** Null if no setup file has set anything in the open store. */
    'profiles.get': answers<AppliedProfile | null>()(none),
    /**
     * What a setup file would do. Changes nothing. Fails with `bad-input` if the text is no setup
     * file; the detail has a line for each wrong place.
     */
    'profiles.preview': answersManager<ProfilePreview>()(
      z.strictObject({ text, passphrase: passphrase.optional() }),
    ),
    /**
     * Connects a store of a setup file, with its settings, screens and printers. Fails with
     * `bad-input` and `passphrase` if that is wrong.
     */
    'profiles.apply': answersManager<null>()(
      z.strictObject({
        text,
        storeId: z.string().min(1).max(100),
        passphrase: passphrase.optional(),
        /** When absent, the key in the file, otherwise the one stored for this platform. */
        token: tokenSchema.optional(),
      }),
    ),
    'profiles.offered': answersManager<OfferedProfile | null>()(none),
    /** A person looked at the offered file and doesn't want it. */
    'profiles.dismiss': answersManager<null>()(none),
  },
  events: {
    'profiles.changed': event(),
  },
})
