import type { ServerResponse } from 'node:http'

/** A message in the format of event streams, the same text for every stream. */
export const messageOf = (message: object): string => `data: ${JSON.stringify(message)}\n\n`

/**
 * A page's event stream: an answer that stays open. It is Node's own answer, which says at each write
 * whether the page reads slower than it is written to.
 */
export class EventStream {
  readonly #response: ServerResponse

  constructor(response: ServerResponse, headers: Readonly<Record<string, string>> = {}) {
    this.#response = response
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      ...headers,
    })
    response.write('retry: 1000\n\n')
  }

  /** Whether the page has to read before more is written. */
  get isFull(): boolean {
    return this.#response.writableNeedDrain
  }

  write(text: string): void {
    this.#response.write(text)
  }

  /** Ends the answer; the page may ask again. */
  end(): void {
    this.#response.end()
  }

  /** Drops the connection, also of a page that reads nothing. */
  destroy(): void {
    this.#response.destroy()
  }

  onDrain(listen: () => void): void {
    this.#response.on('drain', listen)
  }

  onClose(listen: () => void): void {
    this.#response.once('close', listen)
  }
}
