import { spawn } from 'node:child_process'

/** Shows a page in the person's browser, where there is a desktop to show it on. */
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
