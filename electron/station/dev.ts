import { spawn } from 'node:child_process'
import { join } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { createServer } from 'vite'
import { root } from './build.ts'

/** Where the station of a developer listens, behind Vite. */
const stationPort = 4881
const station = `http://127.0.0.1:${stationPort}`

/**
 * `npm run dev` without Electron: the station from its sources, started again on every change, and the page by Vite,
 * which hands calls and events on to it. To the station they look like its own page's.
 */
export async function developStation(flags: string[]): Promise<void> {
  const main = join(root, 'electron/station/main.ts')
  const child = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', main, '--ui-port', String(stationPort), ...flags],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const toStation = { target: station, changeOrigin: true, headers: { origin: station } }
  const server = await createServer({
    configFile: false,
    root: join(root, 'renderer'),
    plugins: [vue()],
    server: {
      host: '127.0.0.1',
      proxy: { '/call': toStation, '/events': toStation, '/pictures': toStation },
    },
  })
  await server.listen()
  server.printUrls()
  process.on('SIGINT', () => {
    child.kill()
    process.exit(0)
  })
}
