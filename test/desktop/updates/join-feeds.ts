import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { joinFeeds } from './feeds.ts'

/*
 * Both kinds of Mac have one feed, and each is packed on a machine of its own:
 * `node test/desktop/updates/join-feeds.ts <folder of feeds> <folder for the result>`.
 */
const [, , from, to] = process.argv
if (from === undefined || to === undefined) throw new Error('Name both folders.')
const feeds = new Map<string, string[]>()
for (const path of globSync('**/*.yml', { cwd: from }).toSorted()) {
  const texts = feeds.get(basename(path)) ?? []
  feeds.set(basename(path), [...texts, readFileSync(join(from, path), 'utf8')])
}
if (!feeds.has('beta.yml') || !feeds.has('beta-mac.yml')) throw new Error('A feed is missing.')
mkdirSync(to, { recursive: true })
for (const [name, texts] of feeds) writeFileSync(join(to, name), joinFeeds(texts))
process.stdout.write(`feeds: ${[...feeds.keys()].join(', ')}\n`)
