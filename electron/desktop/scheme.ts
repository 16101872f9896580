import { readFile } from 'node:fs/promises'
import { protocol } from 'electron'
import type { Log } from '#host/core/log.ts'
import {
  pathAt,
  pictureHeaders,
  pictureName,
  resolveAsset,
  securityHeaders,
} from '#host/page/asset.ts'
import type { Trouble, TroubleAnswer } from '#host/page/trouble.ts'
import { appOrigin } from './channels.ts'
import type { WindowContent } from './window-content.ts'

/** Gives the scheme `app:` its own origin, like https. Call it before the app is ready. */
export function declareScheme(): void {
  protocol.registerSchemesAsPrivileged([
    // Keep compiled scripts, so that only the first start compiles them.
    {
      scheme: 'app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ])
}

interface SchemeDeps {
  front: WindowContent
  /** The page that shows it. */
  explain(trouble: Trouble): TroubleAnswer
  log: Log
}

/**
 * Serves the built page in `root` and the menu's pictures under the app's own scheme, and nothing
 * else. If there is a message to show instead of the page, it serves that.
 */
export function serveScheme(root: string, { front, explain, log }: SchemeDeps): void {
  const refuse = (status: number) => new Response(null, { status, headers: securityHeaders })

  async function picture(name: string): Promise<Response> {
    const found = await front.kitchen?.picture(name)
    if (found === undefined || found === null) return refuse(404)
    const headers = { ...securityHeaders, ...pictureHeaders(found.type) }
    return new Response(Buffer.from(found.bytes), { headers })
  }

  protocol.handle('app', async ({ method, url }) => {
    if (method !== 'GET') return refuse(405)
    const path = pathAt(appOrigin, url)
    const name = pictureName(path)
    if (name !== null) return picture(name)
    const asset = resolveAsset(root, path)
    if (asset === null) return refuse(404)
    const trouble = asset.contentType.startsWith('text/html') ? await front.instead() : null
    if (trouble !== null) {
      const { status, headers, html } = explain(trouble)
      return new Response(html, { status, headers })
    }
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
