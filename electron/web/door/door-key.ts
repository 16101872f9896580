import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { hashTokens, isBearer } from '#host/feeds/request-guard.ts'
import { keepFile } from './kept-file.ts'

/** Where the key for scripts lies while a web shell runs on that data. */
export const keyFileIn = (dataDir: string): string => join(dataDir, 'web-key')

const newKey = (): string => randomBytes(32).toString('base64url')

/** The keys of this start. */
export function createDoorKey(dataDir: string) {
  const file = keyFileIn(dataDir)
  const key = newKey()
  const invitation = newKey()
  const keys = hashTokens(key)
  let unused = hashTokens(invitation)
  keepFile(file, `${key}\n`)

  return {
    /** For the address that a person opens: lets one browser in, once. */
    invitation,
    /** The file with the key for scripts and for further browsers; readable by its owner alone. */
    file,
    /** Whether an `Authorization` header carries the key for scripts. */
    isScript: (authorization: string | undefined) => isBearer(authorization, keys),
    /** Whether it carries a key that lets a browser in. An invitation is used up by this. */
    takes(authorization: string | undefined) {
      if (isBearer(authorization, keys)) return true
      if (!isBearer(authorization, unused)) return false
      unused = []
      return true
    },
    close() {
      rmSync(file, { force: true })
    },
  }
}

export type DoorKey = ReturnType<typeof createDoorKey>
