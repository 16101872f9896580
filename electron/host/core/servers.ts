import type { Socket } from 'node:net'

const { IncomingMessage } = process.getBuiltinModule('node:http')

/**
 * The request class (`IncomingMessage` in the server's options) that lets Node stop at an unwanted
 * request and close the connection. Node reads 64 KB of a connection at once; those may be a
 * thousand short requests, and without this all others would wait for them. Node's parser stops
 * only at a request to change the protocol, so an unwanted request is marked as one. None of our
 * servers accepts such a change.
 */
export const stopsAt = (isUnwanted: (socket: Socket) => boolean): typeof IncomingMessage =>
  class extends IncomingMessage {
    #isUnwanted = false

    get upgrade(): boolean {
      return this.#isUnwanted || this.method === 'CONNECT'
    }
    /** Node sets it to null when it creates the request, and to the header's value before it asks for it. */
    set upgrade(header: boolean | null) {
      if (header !== null) this.#isUnwanted = isUnwanted(this.socket)
    }
  }

/**
 * Node's own class, without an import: importing `node:http` loads all of its fetch, by far the
 * longest part of a start, and nothing listens before.
 */
export const { createServer } = process.getBuiltinModule('node:http')
