/** The files of a feed of electron-builder: the indented lines below `files:`. */
const filesOf = /^files:\r?\n((?: .*(?:\r?\n|$))+)/m

const versionOf = (feed: string): string | undefined => /^version: (\S+)\r?$/m.exec(feed)?.[1]

/** One feed with the files of all. Throws unless they are of one version and each has files. */
export function joinFeeds(feeds: readonly string[]): string {
  const [first = '', ...others] = feeds
  const version = versionOf(first)
  if (version === undefined) throw new Error('A feed without a version')
  if (others.some((each) => versionOf(each) !== version))
    throw new Error('The feeds are of different versions')
  const blocks = feeds.map((each) => {
    const block = filesOf.exec(each)?.[1]
    if (block === undefined) throw new Error('A feed without files')
    return `${block.trimEnd()}\n`
  })
  return first.replace(filesOf, () => `files:\n${blocks.join('')}`)
}
