import { fromPage, serverOf } from './scheme.ts'
import { isCertificateAccepted } from './session.ts'
import { Preventable } from './unwritten.ts'
import type { WebContents } from './web-contents.ts'

/** A paused request of the page (CDP, Fetch.requestPaused). */
export interface PausedRequest {
  requestId: string
  request: { url: string; method: string; headers: Record<string, string> }
  frameId: string
  resourceType: string
  redirectedRequestId?: string
}

/** Asks the app's listeners whether a frame may go to `url`. */
function isPrevented(
  contents: WebContents,
  url: string,
  isMainFrame: boolean,
  redirected: boolean,
): boolean {
  const event = Object.assign(new Preventable(), { url, isMainFrame })
  if (redirected) {
    contents.emit('will-redirect', event)
    return event.defaultPrevented
  }
  contents.emit('will-frame-navigate', event)
  if (isMainFrame) contents.emit('will-navigate', event)
  return event.defaultPrevented
}

/**
 * Answers a request of the page: a navigation if the app allows it, the app's own scheme by its
 * handler.
 */
export async function answerRequest(
  contents: WebContents,
  mainFrame: string,
  { requestId, request, frameId, resourceType, redirectedRequestId }: PausedRequest,
): Promise<void> {
  const answer = (how: string, more: object = {}) =>
    contents.command(`Fetch.${how}`, { requestId, ...more })
  const url = fromPage(request.url)

  if (resourceType === 'Document') {
    const isMainFrame = frameId === mainFrame
    const redirected = redirectedRequestId !== undefined
    const own = isMainFrame && contents.ownNavigation
    if (isMainFrame) contents.ownNavigation = false
    if (!own && isPrevented(contents, url, isMainFrame, redirected)) {
      await answer('failRequest', { errorReason: 'Aborted' })
      return
    }
  }
  const serve = serverOf(url)
  if (serve === undefined) {
    const isAccepted =
      !url.startsWith('https:') || (await isCertificateAccepted(url, contents.partition))
    if (!isAccepted) {
      await answer('failRequest', { errorReason: 'AccessDenied' })
      return
    }
    await answer('continueRequest')
    return
  }
  if (url.endsWith('/favicon.ico')) {
    // Electron never requests one.
    await answer('fulfillRequest', { responseCode: 204 })
    return
  }
  const response = await serve(
    new Request(url, { method: request.method, headers: request.headers }),
  )
  await answer('fulfillRequest', {
    responseCode: response.status,
    responseHeaders: [...response.headers].map(([name, value]) => ({ name, value })),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
  })
}
