import type { Practice } from './platform.ts'

/** Sends requests to version 3 of a practice platform, with its token unless `init` has other headers. */
export function createAsk(practice: Practice) {
  return async <Data>(path: string, init: RequestInit = {}) => {
    const response = await fetch(practice.v3 + path, {
      headers: { authorization: `Bearer ${practice.token}` },
      ...init,
    })
    const body = (await response.json()) as { success: boolean; data: Data }
    return { status: response.status, body }
  }
}
