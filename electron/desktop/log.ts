import { join } from 'node:path'
import electronLog from 'electron-log/node'
import type { Log } from '#host/core/log.ts'
import { QuietLog } from '#host/log/quiet-log.ts'
import { terminalText } from '#host/log/terminal-text.ts'

const hidden = '[hidden]'
const secretKey =
  /^(authorization|cookie|driverpassword|clienttoken|.*(token|secret|password)|bearer)$/i
const personKey = /^(phone|email|buyername|fullname|firstname|lastname|address.*)$/i
const maxDepth = 6

/**
 * Phone-like numbers: 8 or more digits with usual separators, but not a date, an IP address or part
 * of an id.
 */
const digits =
  /(?<![\w.:/-])(?!\d{4}-\d\d-\d\d(?!\d))(?!(?:\d{1,3}\.){3}\d{1,3}(?![\d.]))\+?\(?\d[\d ().-]{6,}\d(?![\w-])/g

/**
 * A text without bearers, the given secrets, values of secret fields, mail addresses and phone
 * numbers.
 */
export function redactText(text: string, secrets: Iterable<string> = []): string {
  let clean = text
  for (const secret of secrets) clean = clean.replaceAll(secret, hidden)
  return clean
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${hidden}`)
    .replace(
      /(["']?\b(?:driverPassword|clientToken|token|password|secret)["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s,;&}"']+)/gi,
      `$1${hidden}`,
    )
    .replace(/[\w.+%-]+@[\w-]+(?:\.[\w-]+)+/g, '[mail]')
    .replace(digits, (run) => (run.replace(/\D/g, '').length < 8 ? run : '[number]'))
}

/** The same for any logged value. Errors become text; deep or cyclic values are cut. */
export function redact(value: unknown, secrets: Iterable<string> = [], depth = 0): unknown {
  if (typeof value === 'string') return redactText(value, secrets)
  if (value instanceof Error) return redactText(value.stack ?? String(value), secrets)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= maxDepth) return '[deep]'
  if (Array.isArray(value)) return value.map((one) => redact(one, secrets, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      secretKey.test(key) || personKey.test(key) ? hidden : redact(one, secrets, depth + 1),
    ]),
  )
}

/** How electron-log writes: `main.log` in `folder`, rotated at 2 MiB with one older file, and stderr. */
function setUpLibrary(folder: string, secrets: Iterable<string>): void {
  const { file, console } = electronLog.transports
  file.resolvePathFn = () => join(folder, 'main.log')
  file.maxSize = 2 * 1024 * 1024
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' }
  console.writeFn = ({ message }) => {
    process.stderr.write(`${message.data.join(' ')}\n`)
  }
  // The reader may be gone.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  electronLog.hooks.push((message) => ({
    ...message,
    data: message.data.map((part: unknown) => {
      const clean = redact(part, secrets)
      return typeof clean === 'string' ? terminalText(clean) : clean
    }),
  }))
}

function write(level: keyof Log, event: string, facts: object | undefined, secrets: Set<string>) {
  try {
    const texts = facts === undefined ? [] : [JSON.stringify(redact(facts, secrets))]
    electronLog[level](event, ...texts)
  } catch {
    // A full disk takes no log either. The app continues.
  }
}

/**
 * The app's log: few lines of a kind (host/log/quiet-log.ts). Everything is redacted first and has
 * no terminal codes. It uses only electron-log's Node half: the other half opens channels that any
 * frame could write to.
 */
export class DesktopLog extends QuietLog {
  readonly #secrets: Set<string>

  constructor(folder: string) {
    const secrets = new Set<string>()
    super({
      info: (event, facts) => write('info', event, facts, secrets),
      warn: (event, facts) => write('warn', event, facts, secrets),
      error: (event, facts) => write('error', event, facts, secrets),
    })
    this.#secrets = secrets
    setUpLibrary(folder, secrets)
  }

  /** A secret may have several bearers, one per line; a very short one would hide half the log. */
  hide(secret: string): void {
    for (const line of secret.split('\n'))
      if (line.trim().length >= 4) this.#secrets.add(line.trim())
  }
}
