import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { hashTokens, isBearer } from '#host/feeds/request-guard.ts'
import { webLog } from '#host/log/terminal.ts'
import { writeFileAtOnce } from '#host/db/json-file.ts'
import { newToken } from './screen-list.ts'

/** Where the key for scripts is while a web shell runs on that data. */
export const keyFileIn = (dataDir: string): string => join(dataDir, 'web-key')

/** Where that web shell's port is. */
export const portFileIn = (dataDir: string): string => join(dataDir, 'web-port')

/** A full disk locks nobody out: what can't be written applies until this process ends. */
function writeIfPossible(path: string, text: string): void {
  try {
    writeFileAtOnce(path, text)
  } catch (cause) {
    webLog.warn('not written at the door', { path, cause: String(cause) })
  }
}

/**
 * The keys of this start, and for programs of this computer the port where the one for scripts is
 * right: nobody else has that port while this runs, and later the key is worth nothing.
 */
export class DoorKey {
  /** For the start link: gives a token to one browser, once. */
  readonly invitation = newToken()
  /** The file with the key for scripts and further browsers, readable only by its owner. */
  readonly file: string
  readonly #portFile: string
  readonly #accepted: readonly Buffer[]
  #unused = hashTokens(this.invitation)

  constructor(dataDir: string, port: number) {
    const key = newToken()
    this.#accepted = hashTokens(key)
    this.file = keyFileIn(dataDir)
    this.#portFile = portFileIn(dataDir)
    writeIfPossible(this.#portFile, `${String(port)}\n`)
    writeIfPossible(this.file, `${key}\n`)
  }

  /** Whether an `Authorization` header has the key for scripts. */
  isScript(authorization: string | undefined): boolean {
    return isBearer(authorization, this.#accepted)
  }

  /** Whether it has a key that lets a browser in. An invitation is used up by this. */
  takes(authorization: string | undefined): boolean {
    if (this.isScript(authorization)) return true
    if (!isBearer(authorization, this.#unused)) return false
    this.#unused = []
    return true
  }

  close(): void {
    for (const each of [this.file, this.#portFile]) rmSync(each, { force: true })
  }
}
