import { join } from 'node:path'
import { z } from 'zod'
import type { Result } from '#contract/shared/result.ts'
import type { Log } from '#host/core/log.ts'
import { isDamaged, readJson, writeJson } from '#host/db/json-file.ts'

const stored = z.object({ isAllowed: z.boolean() })

/** Whether screens are allowed (`network.json`); not by default, nor if the file can't be read. */
export class NetworkSwitch {
  readonly #file: string
  readonly #log: Log
  #isAllowed: boolean

  constructor(dataDir: string, log: Log) {
    this.#file = join(dataDir, 'network.json')
    this.#log = log
    this.#isAllowed = this.#read()
  }

  get isAllowed(): boolean {
    return this.#isAllowed
  }

  #read(): boolean {
    return readJson(this.#file, stored)?.isAllowed ?? false
  }

  /** Reads it again once nobody else has the folder. */
  reload(): void {
    if (isDamaged(this.#file, stored)) this.#log.warn('network.json is damaged')
    this.#isAllowed = this.#read()
  }

  /** Fails with `storage`. */
  set(next: boolean): Result<null> {
    const written = writeJson(this.#file, stored, { isAllowed: next })
    if (written.ok) this.#isAllowed = next
    return written
  }
}
