import { readFile } from 'node:fs/promises'
import { protocol } from 'electron'
import type { Log } from '#host/log.ts'
import { securityHeaders } from '#host/page/asset.ts'
import { appAsset } from './asset.ts'

/** Makes `app:` a scheme with an origin of its own, like https. Only before the app is ready. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
}

/** Serves the built page in `root` under the app's own scheme, and nothing else from anywhere. */
export function serveScheme(root: string, log: Log): void {
  const refuse = (status: number) => new Response(null, { status, headers: securityHeaders })

  protocol.handle('app', async ({ method, url }) => {
    if (method !== 'GET') return refuse(405)
    const asset = appAsset(root, url)
    if (asset === null) return refuse(404)
    try {
      const body = await readFile(asset.file)
      return new Response(body, {
        headers: { ...securityHeaders, 'content-type': asset.contentType },
      })
    } catch {
      log.warn('file of the page is missing', { file: asset.file.slice(root.length) })
      return refuse(404)
    }
  })
}
