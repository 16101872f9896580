import type { Picture } from '#platform/picture.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'

/** Pictures of the menu, kept so that they show without a line. */
export interface Pictures {
  /** As a data address that a page may show; null where there is none. */
  show(url: string): Promise<string | null>
}

/** At most so many are kept; the oldest go first. */
const most = 500

export function createPictures(
  db: Database,
  clock: Clock,
  read: (url: string) => Promise<Picture | null>,
): Pictures {
  const underWay = new Map<string, Promise<string | null>>()

  const address = (type: string, bytes: Uint8Array): string =>
    `data:${type};base64,${Buffer.from(bytes).toString('base64')}`

  async function fetched(url: string): Promise<string | null> {
    const picture = await read(url)
    if (picture === null) return null
    db.run(
      'INSERT INTO pictures (url, type, body, read_at) VALUES (?, ?, ?, ?) ON CONFLICT (url) DO NOTHING',
      url,
      picture.type,
      picture.bytes,
      isoNow(clock),
    )
    db.run(
      'DELETE FROM pictures WHERE url NOT IN (SELECT url FROM pictures ORDER BY read_at DESC LIMIT ?)',
      most,
    )
    return address(picture.type, picture.bytes)
  }

  return {
    show(url) {
      const kept = db.get('SELECT type, body FROM pictures WHERE url = ?', url)
      if (kept?.['body'] instanceof Uint8Array)
        return Promise.resolve(address(String(kept['type']), kept['body']))
      const asking = underWay.get(url) ?? fetched(url).finally(() => underWay.delete(url))
      underWay.set(url, asking)
      return asking
    },
  }
}
