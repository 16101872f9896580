import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { createServer, type ProxyOptions, type ViteDevServer } from 'vite'
import { docsPages } from '#docs/plugin.ts'
import { commandOf, root } from './build.ts'
import { dataFolderAmong } from './data-folder.ts'
import { keyFileIn } from '#web/door/door-key.ts'
import { say } from '#host/log/terminal.ts'
import { buildOrExit, electronPath, noElectron, openDesktop } from './start.ts'

/** The address of a developer's web shell, behind Vite. */
const webPort = 4881

/**
 * The page from its sources, by Vite, which passes calls and events to the web shell at `web`,
 * whose key is in `dataDir`.
 */
export async function servePage(web: string, dataDir: string): Promise<ViteDevServer> {
  // They look like its own page's requests.
  const toWebShell: ProxyOptions = {
    target: web,
    changeOrigin: true,
    headers: { origin: web },
    configure(proxy) {
      // Lets every browser in. Read the key each time: a restarted web shell has another.
      proxy.on('proxyReq', (request, { url }) => {
        if (url !== '/key') return
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
        // Without the end, `/key` would match `/keys/…` too.
        [
          '^/(first|key|call|events|door(.js|.css)?|keep-token.js)(\\?|$)',
          '/pictures',
          '/exports',
        ].map((path) => [path, toWebShell]),
      ),
    },
  })
  return server.listen()
}

/** The page and the web shell from sources, restarted on every change. */
async function developWeb(flags: readonly string[]): Promise<void> {
  const main = join(root, 'electron/cli/serve.ts')
  const child = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', main, '--ui-port', String(webPort), ...flags],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const dataDir = dataFolderAmong([...flags], process.env)
  const server = await servePage(`http://127.0.0.1:${webPort}`, dataDir)
  server.printUrls()
  process.on('SIGINT', () => {
    child.kill()
    process.exit(0)
  })
}

/** `npm run dev`: the app as `npm start` opens it, reloaded on every change. */
async function develop(args: readonly string[]): Promise<void> {
  buildOrExit()
  if (electronPath() === null) {
    say(noElectron)
    return developWeb(args)
  }
  const electronVite = commandOf('electron-vite', 'bin/electron-vite.js')
  openDesktop(process.execPath, [electronVite, 'dev', '--', ...args])
}

if (import.meta.main) await develop(process.argv.slice(2))
