import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:tls'
import { app, browser } from './app.ts'
import { protocol, toPage } from './scheme.ts'
import { strict } from './unwritten.ts'

type CheckHandler = (contents: null, permission: string, origin: string, details: object) => boolean
type RequestHandler = (
  contents: null,
  permission: string,
  answer: (granted: boolean) => void,
  details: object,
) => void
type VerifyHandler = (
  request: { hostname: string; certificate: { data: string } },
  answer: (verdict: number) => void,
) => void

/** What the app has decided for the pages of one session. */
class Handlers {
  check: CheckHandler | null = null
  request: RequestHandler | null = null
  verify: VerifyHandler | null = null
}

/** By the partition's name, empty for the default. All of them share one profile of the browser. */
const sessions = new Map<string, Handlers>()
function handlersOf(partition: string): Handlers {
  const handlers = sessions.get(partition) ?? new Handlers()
  sessions.set(partition, handlers)
  return handlers
}

function sessionOf(partition: string) {
  const handlers = handlersOf(partition)
  return strict(`session ${partition}`, {
    protocol: strict('session.protocol', { handle: protocol.handle }),
    setPermissionCheckHandler(handler: CheckHandler | null) {
      handlers.check = handler
    },
    setPermissionRequestHandler(handler: RequestHandler | null) {
      handlers.request = handler
    },
    setCertificateVerifyProc(handler: VerifyHandler | null) {
      handlers.verify = handler
    },
  })
}

export const session = strict('session', {
  get defaultSession() {
    if (!app.isReady()) throw new Error('Session can only be received when app is ready')
    return sessionOf('')
  },
  fromPartition: sessionOf,
})

/** The browser's names and Electron's. */
const permissions = [
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['camera', 'media'],
  ['microphone', 'media'],
  ['midi', 'midi'],
  ['clipboard-read', 'clipboard-read'],
  ['screen-wake-lock', 'screen-wake-lock'],
  ['idle-detection', 'idle-detection'],
  ['persistent-storage', 'persistent-storage'],
] as const

/**
 * Applies the app's answer for each permission in the browser. Electron asks one handler for some
 * permissions and the other for others, so this grants what either grants. Without handlers
 * Electron grants all.
 */
export async function settlePermissions(url: string, partition: string): Promise<void> {
  const { check, request } = handlersOf(partition)
  for (const [name, permission] of permissions) {
    const granted =
      (check?.(null, permission, url, {}) ?? true) ||
      request === null ||
      (await new Promise<boolean>((answer) => request(null, permission, answer, {})))
    await browser().send('Browser.setPermission', {
      permission: { name },
      setting: granted ? 'granted' : 'denied',
      origin: new URL(toPage(url)).origin,
    })
  }
}

/** Where the app's rules lead a name. Electron hands them to the browser, and so does the stand-in. */
function resolved(hostname: string): string {
  const [, name, address = hostname] =
    /^MAP (\S+) (\S+)$/.exec(app.commandLine.getSwitchValue('host-resolver-rules')) ?? []
  return name === hostname ? address : hostname
}

const verdicts = new Map<string, boolean>()

/**
 * Whether the app accepts the certificate of the server at an encrypted address. The browser here
 * checks none, so the stand-in shows the app what the server shows. True if nothing answers: the
 * browser finds that out.
 */
export async function isCertificateAccepted(url: string, partition: string): Promise<boolean> {
  const { hostname, host, port } = new URL(url)
  const earlierVerdict = verdicts.get(host)
  if (earlierVerdict !== undefined) return earlierVerdict
  const { verify } = handlersOf(partition)
  if (verify === null) throw new Error('stand-in: https without the app checking is not provided')
  const socket = connect({
    ...{ host: resolved(hostname), port: Number(port || 443), servername: hostname },
    rejectUnauthorized: false,
  })
  try {
    await once(socket, 'secureConnect')
  } catch {
    return true
  }
  const data = new X509Certificate(socket.getPeerCertificate().raw).toString()
  socket.destroy()
  const verdict = await new Promise<number>((answer) => {
    verify({ hostname, certificate: { data } }, answer)
  })
  verdicts.set(host, verdict === 0)
  return verdict === 0
}
