import { open, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { OfferedProfile } from '#contract/profiles/profiles.ts'
import { maxProfileLetters } from '#contract/shared/text-file-limits.ts'
import type { Kitchen } from '#host/kitchen.ts'
import type { Log } from '#host/core/log.ts'

/** Whether a file is a setup file by its name, as the system opens it with a double click. */
export const isSetupFile = (path: string): boolean => /\.kitchenpass(\.json)?$/i.test(path)

/** The setup file among a program's arguments; null if there is none. */
export const setupFileIn = (argv: readonly string[]): string | null =>
  argv.slice(1).find((argument) => !argument.startsWith('-') && isSetupFile(argument)) ?? null

/** The name that a setup file may have on a USB stick besides its own extension. */
const usualName = 'kitchen-pass-profile.json'

/** UTF-8 has at most four bytes for a letter. */
const maxBytes = maxProfileLetters * 4

/** Reads a setup file up to its size limit. Its text is null if it can't be read, or is no file. */
export async function readOffered(path: string): Promise<OfferedProfile> {
  const name = basename(path)
  try {
    const file = await open(path, 'r')
    try {
      const stat = await file.stat()
      if (!stat.isFile() || stat.size > maxBytes) return { name, text: null }
      return { name, text: await file.readFile('utf8') }
    } finally {
      await file.close()
    }
  } catch {
    return { name, text: null }
  }
}

/** The names in a folder; none if it can't be read. */
type List = (folder: string) => Promise<string[]>

const driveLetters = 'DEFGHIJKLMNOPQRSTUVWXYZ'.split('')

/** Where USB sticks appear on each system. */
export async function stickFolders(platform: NodeJS.Platform, list: List): Promise<string[]> {
  if (platform === 'win32') return driveLetters.map((letter) => `${letter}:\\`)
  if (platform === 'darwin') return (await list('/Volumes')).map((name) => `/Volumes/${name}`)
  // Each user has a folder of their own there.
  const parents = ['/media', '/run/media']
  const users = await Promise.all(
    parents.map(async (parent) => (await list(parent)).map((user) => `${parent}/${user}`)),
  )
  const sticks = await Promise.all(
    users.flat().map(async (user) => (await list(user)).map((name) => `${user}/${name}`)),
  )
  return sticks.flat()
}

/** The first setup file on a USB stick; null if there is none. */
export async function findOnSticks(
  platform: NodeJS.Platform = process.platform,
  list: List = (folder) => readdir(folder).catch(() => []),
): Promise<string | null> {
  for (const folder of await stickFolders(platform, list)) {
    const names = (await list(folder)).toSorted()
    const fileName = names.find((name) => name === usualName || isSetupFile(name))
    if (fileName !== undefined)
      return platform === 'win32' ? folder + fileName : join(folder, fileName)
  }
  return null
}

type Opened = Pick<Kitchen, 'offerProfile' | 'isNew'>

/**
 * Offers setup files to the page: those that a person opens with the app, and at the first start
 * one on a USB stick. Nothing is applied before a person agrees there.
 */
export class SetupFiles {
  readonly #log: Log
  readonly #findOnSticks: () => Promise<string | null>
  #kitchen: Opened | null = null
  /** Opened before the kitchen was. */
  #waiting: string | null = null
  #isOpenedByHand = false

  constructor(log: Log, find: () => Promise<string | null> = findOnSticks) {
    this.#log = log
    this.#findOnSticks = find
  }

  open(path: string | null): void {
    if (path === null) return
    this.#isOpenedByHand = true
    if (this.#kitchen === null) this.#waiting = path
    else void this.#offer(path, this.#kitchen)
  }

  async opened(kitchen: Opened): Promise<void> {
    this.#kitchen = kitchen
    const path = this.#waiting
    this.#waiting = null
    if (path !== null) return this.#offer(path, kitchen)
    const onStick = kitchen.isNew() ? await this.#findOnSticks() : null
    // The search may take long. What a person has opened or connected meanwhile comes first.
    if (onStick !== null && !this.#isOpenedByHand && kitchen.isNew())
      await this.#offer(onStick, kitchen)
  }

  async #offer(path: string, kitchen: Opened): Promise<void> {
    const offered = await readOffered(path)
    this.#log.info('setup file offered', { read: offered.text !== null })
    kitchen.offerProfile(offered)
  }
}
