import { app } from './app.ts'
import { strict } from './unwritten.ts'

type Serve = (request: Request) => Response | Promise<Response>

/*
 * Chromium cannot be taught a scheme from outside, so app://kitchen/x is https://kitchen.app.standin.invalid/x
 * to it, answered by interception. The main process never sees the second form.
 */
const suffix = '.standin.invalid'
const declared = new Set<string>()
const served = new Map<string, Serve>()

export function toPage(url: string): string {
  const [, scheme = '', host, rest] = /^([a-z][a-z0-9+.-]*):\/\/([^/]*)(.*)$/is.exec(url) ?? []
  return declared.has(scheme)
    ? `https://${host}.${scheme}${suffix}${rest === '' ? '/' : rest}`
    : url
}

export function fromPage(address: string): string {
  const [, host, scheme, rest] =
    /^https:\/\/([^/]*)\.([a-z0-9+-]+)\.standin\.invalid(.*)$/is.exec(address) ?? []
  return scheme === undefined ? address : `${scheme}://${host}${rest}`
}

/** The handler of a URL of the app; undefined for any other URL. */
export const serverOf = (url: string): Serve | undefined =>
  served.get(url.slice(0, url.indexOf(':')))

export const protocol = strict('protocol', {
  registerSchemesAsPrivileged(
    schemes: { scheme: string; privileges: { standard?: boolean; secure?: boolean } }[],
  ) {
    if (app.isReady())
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    for (const { scheme, privileges } of schemes) {
      if (!privileges.standard || !privileges.secure) {
        throw new Error('stand-in: a scheme that is not standard and secure is not provided')
      }
      declared.add(scheme)
    }
  },
  handle(scheme: string, serve: Serve) {
    if (!app.isReady()) throw new Error('protocol.handle can only be used after app is ready')
    if (!declared.has(scheme))
      throw new Error(`stand-in: protocol.handle of an undeclared ${scheme}: is not provided`)
    served.set(scheme, serve)
  },
})
