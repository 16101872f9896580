import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { webLog } from '#host/log/terminal.ts'

/** Opens a page in the person's browser, if there is a desktop. */
export function openBrowser(url: string): void {
  const [command, params] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['cmd', ['/c', 'start', '', url]]
        : ['xdg-open', [url]]
  const hasDesktop =
    process.platform !== 'linux' ||
    (process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']) !== undefined
  if (!hasDesktop) return
  spawn(command, params, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref()
}

/** By then any browser has read it. */
const lastsMs = 60_000

/**
 * Writes a page that sends a browser to an address with a key: every user of the computer can read
 * a program's command line, but not this file. Returns its address; it is deleted after a minute.
 * Null if it can't be written.
 *
 * It is in the home folder, with a name without a dot: a browser in a sandbox (snap, flatpak) can't
 * read hidden folders.
 */
export function writeInvitation(invitation: string, folder = homedir()): string | null {
  const file = join(folder, `kitchen-pass-${randomBytes(6).toString('hex')}.html`)
  const html = `<!doctype html><meta name="referrer" content="no-referrer"><title>Kitchen Pass</title><script>location.replace(${JSON.stringify(invitation)})</script>\n`
  try {
    writeFileSync(file, html, { mode: 0o600, flag: 'wx' })
  } catch (cause) {
    webLog.warn('no page for the browser', { cause: String(cause) })
    return null
  }
  const remove = (): void => {
    rmSync(file, { force: true })
  }
  setTimeout(remove, lastsMs).unref()
  process.once('exit', remove)
  return pathToFileURL(file).href
}
