import { request, type RequestOptions } from 'node:http'
import { strict } from './unwritten.ts'

/** Requests of the app itself, only without encryption: there is no server with a certificate here. */
export const net = strict('net', {
  request: ({ session: _session, ...options }: RequestOptions & { session?: object }) =>
    request(options),
})
