import { hashOfBearer } from '#host/feeds/request-guard.ts'
import type { Websites } from '../chain/folder.ts'

/** Which website's bearer a header has. */
export function createBearerTable(websites: Websites) {
  let known = new Map<string, string>()
  function replace(next: Websites): void {
    known = new Map(
      Object.entries(next).flatMap(([websiteId, bearers]) =>
        bearers.map(({ hash }) => [hash, websiteId] as const),
      ),
    )
  }
  replace(websites)
  /**
   * Null for an unknown bearer. The time of looking up a hash shows nothing of a bearer, because
   * nobody can choose a hash.
   */
  const websiteOf = (header: string | undefined): string | null => {
    const hash = hashOfBearer(header)
    return hash === null ? null : (known.get(hash.toString('hex')) ?? null)
  }
  return {
    replace,
    websiteOf,
    /** For the listener. */
    accepts: (header: string | undefined): boolean => websiteOf(header) !== null,
  }
}
