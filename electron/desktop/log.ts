import { join } from 'node:path'
import electronLog from 'electron-log/node'
import type { Log } from '#host/log.ts'
import { quietLog } from '#host/quiet-log.ts'
import { terminalText } from '#host/terminal-text.ts'
import { redact } from './redact.ts'

/**
 * The log of the app: `main.log` in `folder`, turned over at 2 MiB with one older file kept, and stderr; few lines
 * of a kind (host/quiet-log.ts). Whatever is logged passes the redaction first, and holds nothing that steers a terminal. It is electron-log's Node half: the other half opens channels that any frame could write to.
 */
export function createLog(folder: string): { log: Log; hide: (secret: string) => void } {
  const secrets = new Set<string>()
  const { file, console } = electronLog.transports
  file.resolvePathFn = () => join(folder, 'main.log')
  file.maxSize = 2 * 1024 * 1024
  file.writeOptions = { flag: 'a', mode: 0o600, encoding: 'utf8' }
  console.writeFn = ({ message }) => {
    process.stderr.write(`${message.data.join(' ')}\n`)
  }
  // Whoever read it may be gone.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  electronLog.hooks.push((message) => ({
    ...message,
    data: message.data.map((part: unknown) => {
      const clean = redact(part, secrets)
      return typeof clean === 'string' ? terminalText(clean) : clean
    }),
  }))

  const write =
    (level: 'info' | 'warn' | 'error'): Log['info'] =>
    (event, facts) => {
      try {
        electronLog[level](
          event,
          ...(facts === undefined ? [] : [JSON.stringify(redact(facts, secrets))]),
        )
      } catch {
        // A disk that is full takes no log either, and ends nothing.
      }
    }
  return {
    log: quietLog({ info: write('info'), warn: write('warn'), error: write('error') }),
    /** A secret may hold several bearers, one a line; a very short one would blank half the log. */
    hide(secret) {
      for (const line of secret.split('\n')) if (line.trim().length >= 4) secrets.add(line.trim())
    },
  }
}
