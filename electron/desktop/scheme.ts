import { readFile } from 'node:fs/promises'
import { protocol } from 'electron'
import type { Kitchen } from '#host/kitchen.ts'
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
  /** The folder of the built page. */
  root: string
  content: WindowContent
  /** The page that shows it. */
  explain(trouble: Trouble): TroubleAnswer
  log: Log
}

/**
 * Serves the built page and the menu's pictures under the app's own scheme, and nothing else. If
 * there is a message to show instead of the page, it serves that.
 */
export function serveScheme(deps: SchemeDeps): void {
  protocol.handle('app', ({ method, url }) =>
    method === 'GET' ? answer(pathAt(appOrigin, url), deps) : refuse(405),
  )
}

async function answer(
  path: string,
  { root, content, explain, log }: SchemeDeps,
): Promise<Response> {
  const name = pictureName(path)
  if (name !== null) return answerPicture(name, content.kitchen)
  const asset = resolveAsset(root, path)
  if (asset === null) return refuse(404)
  const trouble = asset.contentType.startsWith('text/html') ? await content.instead() : null
  if (trouble !== null) return toResponse(explain(trouble))
  try {
    const body = await readFile(asset.file)
    return new Response(body, {
      headers: { ...securityHeaders, 'content-type': asset.contentType },
    })
  } catch {
    log.warn('file of the page is missing', { file: asset.file.slice(root.length) })
    return refuse(404)
  }
}

async function answerPicture(name: string, kitchen: Kitchen | null): Promise<Response> {
  const picture = (await kitchen?.picture(name)) ?? null
  if (picture === null) return refuse(404)
  const headers = { ...securityHeaders, ...pictureHeaders(picture.type) }
  return new Response(Buffer.from(picture.bytes), { headers })
}

/** A page that explains why the screens aren't shown. */
export function toResponse({ status, headers, html }: TroubleAnswer): Response {
  return new Response(html, { status, headers })
}

function refuse(status: number): Response {
  return new Response(null, { status, headers: securityHeaders })
}
