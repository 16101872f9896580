import { resolveAsset, type Asset } from '#host/page/asset.ts'
import { appOrigin } from './channels.ts'

/** The file of the page under `root` that a URL of the app's own protocol names; null for any other host or file. */
export function appAsset(root: string, url: string): Asset | null {
  return url.startsWith(`${appOrigin}/`) ? resolveAsset(root, url.slice(appOrigin.length)) : null
}
