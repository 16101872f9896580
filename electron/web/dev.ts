import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { createServer, type ProxyOptions, type ViteDevServer } from 'vite'
import { docsPages } from '#docs/plugin.ts'
import { root } from './build.ts'
import { dataFolderAmong } from './data-folder.ts'
import { keyFileIn } from './door/keys.ts'

/** Where the web shell of a developer listens, behind Vite. */
const webPort = 4881

/** The page from its sources, by Vite, which hands calls and events on to the web shell at `web`, whose key lies in `dataDir`. */
export async function servePage(web: string, dataDir: string): Promise<ViteDevServer> {
  // To the web shell they look like its own page's.
  const toWebShell: ProxyOptions = {
    target: web,
    changeOrigin: true,
    headers: { origin: web },
    configure(proxy) {
      // Lets in every browser and every page. Read each time: a web shell that was started again has another.
      proxy.on('proxyReq', (request, { url }) => {
        if (url !== '/key' && url?.startsWith('/challenge') !== true) return
        const key = readFileSync(keyFileIn(dataDir), 'utf8').trim()
        request.setHeader('authorization', `Bearer ${key}`)
      })
    },
  }
  const server = await createServer({
    configFile: false,
    root: join(root, 'renderer'),
    plugins: [vue(), docsPages()],
    server: {
      host: '127.0.0.1',
      proxy: Object.fromEntries(
        // Without the end `/key` would be `/keys/…` as well.
        [
          '^/(first|session|challenge|key|call|events|door(.js|.css)?)(\\?|$)',
          '/pictures',
          '/exports',
        ].map((path) => [path, toWebShell]),
      ),
    },
  })
  return server.listen()
}

/** `npm run dev` without Electron: the page, and the web shell from its sources, started again on every change. */
export async function developWeb(flags: string[]): Promise<void> {
  const main = join(root, 'electron/web/main.ts')
  const child = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', main, '--ui-port', String(webPort), ...flags],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const server = await servePage(`http://127.0.0.1:${webPort}`, dataFolderAmong(flags, process.env))
  server.printUrls()
  process.on('SIGINT', () => {
    child.kill()
    process.exit(0)
  })
}
