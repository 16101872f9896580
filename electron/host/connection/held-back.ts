import { isUnencrypted } from '#contract/connection.ts'
import type { Connection } from '#platform/connection.ts'

/** Whether nothing is sent from here: its address has http, and nobody has allowed that. */
export const isHeldBack = ({ v3Url, v1Url, allowHttp }: Connection): boolean =>
  allowHttp !== true && [v3Url, v1Url].some((url) => url !== null && isUnencrypted(url))
