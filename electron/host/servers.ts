import type { Socket } from 'node:net'

const { IncomingMessage } = process.getBuiltinModule('node:http')

/**
 * The class of a server's requests (`IncomingMessage` of its options) with which Node stops at a request that is unwanted,
 * and hangs up. Node reads 64 KB from a connection at once. Those may be a thousand short requests, and without this all
 * others wait until each of them was looked at.
 *
 * What stops Node's parser is a request to change the protocol, so such a request is said to be one. No server of ours
 * takes any.
 */
export const stopsAt = (isUnwanted: (socket: Socket) => boolean): typeof IncomingMessage =>
  class extends IncomingMessage {
    #isUnwanted = false

    get upgrade(): boolean {
      return this.#isUnwanted || this.method === 'CONNECT'
    }
    /** Node sets it to null as it makes the request, and to what its header says before it asks for it. */
    set upgrade(said: boolean | null) {
      if (said !== null) this.#isUnwanted = isUnwanted(this.socket)
    }
  }

/**
 * Node's own, taken without an import: a module that imports `node:http` has all of its fetch loaded as well, by far the
 * longest part of a start, and nothing is listened on before.
 */
export const { createServer } = process.getBuiltinModule('node:http')
