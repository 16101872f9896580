import { join } from 'node:path'
import { z } from 'zod'
import { ok, type Result } from '#contract/shared/result.ts'
import { webLog } from '#host/log/terminal.ts'
import { DoorKey } from './door-key.ts'
import { makeToken, ScreenList, screenIdOf, tokenHashSchema } from './screen-list.ts'

/** More browsers than one computer has; above this, the oldest loses access. */
const maxBrowsers = 100

/**
 * With the port: a browser keeps its token per address, and another program may be at that address
 * now.
 */
const browser = z.object({ id: z.string(), tokenHash: tokenHashSchema, port: z.int() })

/**
 * Lets browsers of this computer in: a key that the program prints gives a browser its token. The
 * browsers (`web-browsers.json`) and the key of this start are in `dataDir`; `port` is the screens'.
 */
export class LocalDoor {
  readonly key: DoorKey
  readonly #port: number
  readonly #browsers: ScreenList<z.output<typeof browser>>
  readonly #onEnd: (screenId: string) => void

  /** `onEnd` closes what a screen has open, once it has no access any more. */
  constructor(dataDir: string, port: number, onEnd: (screenId: string) => void) {
    this.key = new DoorKey(dataDir, port)
    this.#port = port
    // An unreadable list is started again: people open the address once more.
    this.#browsers = new ScreenList(join(dataDir, 'web-browsers.json'), browser)
    this.#browsers.reload(webLog)
    this.#onEnd = onEnd
  }

  /** The id of the screen that asks, empty for a script; null for anybody else. */
  screenOf(authorization: string | undefined): string | null {
    if (this.key.isScript(authorization)) return ''
    const screen = this.#browsers.admit(authorization)
    return screen?.port === this.#port ? screen.id : null
  }

  /** The token for a browser that shows a key; null if it isn't let in. */
  letIn(authorization: string | undefined): string | null {
    if (!this.key.takes(authorization)) return null
    const { token, tokenHash } = makeToken()
    const added = { id: screenIdOf(tokenHash), tokenHash, port: this.#port }
    const all = [...this.#browsers.all(), added]
    const written = this.#browsers.replaceAnyway(all.slice(-maxBrowsers))
    if (!written.ok) webLog.warn('browser not kept', { cause: written.error.detail })
    for (const { id } of all.slice(0, -maxBrowsers)) this.#onEnd(id)
    return token
  }

  /** Ends a screen's access. Fails with `storage`; then it ends only until the next start. */
  remove(screenId: string): Result<null> {
    if (this.#browsers.find(screenId) === null) return ok(null)
    const removed = this.#browsers.remove(screenId)
    this.#onEnd(screenId)
    return removed
  }
}
