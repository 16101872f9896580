import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { screenCookie } from '../screen-cookie.ts'
import { createDoorKey, type DoorKey } from './door-key.ts'
import { doorPage, doorScript, doorStyle } from './door-page.ts'

const keySchema = z.strictObject({ key: z.string().max(200) })

const pageParts: Record<string, [type: string, text: string]> = {
  '/door.js': ['text/javascript', doorScript],
  '/door.css': ['text/css', doorStyle],
}

/** What stands between any program of this machine and the screens. */
export interface Door {
  readonly key: DoorKey
  /** Answers `POST /key`: lets a browser in that shows a key; one that is known already is told so. */
  exchange(message: unknown, request: IncomingMessage, response: ServerResponse): void
  /** Answers who was not let in: a page that asks for a key, in place of the one with the screens. */
  keepOut(path: string, request: IncomingMessage, response: ServerResponse): void
}

/** Keeps who was let in, and the key of this start, in `dataDir`. */
export function createDoor(dataDir: string): Door {
  const key = createDoorKey(dataDir)

  function answer(response: ServerResponse, status: number, type: string, text: string): void {
    response.writeHead(status, {
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-store',
    })
    response.end(text)
  }

  return {
    key,
    exchange(message, { headers }, response) {
      if (key.admits({ cookie: headers.cookie })) {
        response.writeHead(204).end()
        return
      }
      const shown = keySchema.safeParse(message)
      const token = shown.success ? key.exchange(shown.data.key, headers.cookie) : null
      if (token === null) answer(response, 401, 'text/plain', 'not a key')
      else response.writeHead(204, { 'set-cookie': screenCookie(token) }).end()
    },
    keepOut(path, { headers }, response) {
      const part = pageParts[path]
      if (part !== undefined) answer(response, 200, ...part)
      else if (path === '/' || path === '/index.html')
        answer(response, 401, 'text/html', doorPage(headers['accept-language']))
      else answer(response, 401, 'text/plain', 'not let in')
    },
  }
}
