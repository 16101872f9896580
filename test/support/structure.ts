// Prints the size and structure of the code: `node test/support/structure.ts`. walks.test.ts
// measures how many files a walk crosses.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const roots: Readonly<Record<string, string>> = {
  '#contract/': 'electron/contract/',
  '#platform/': 'electron/platform/',
  '#domain/': 'electron/domain/',
  '#host/': 'electron/host/',
  '#practice/': 'electron/practice/',
  '#receiver/': 'electron/receiver/',
  '#web/': 'electron/web/',
  '#network/': 'electron/network/',
  '#cli/': 'electron/cli/',
  '#relay/': 'electron/relay/',
  '#renderer/': 'renderer/',
}

interface Source {
  path: string
  text: string
  lines: number
  imports: string[]
}

const isTest = (path: string): boolean => /\.test\.ts$|test-support|\.d\.ts$/.test(path)
const linesIn = (text: string): number => text.split('\n').length - 1

function target(from: string, name: string): string | null {
  if (name.startsWith('.')) return join(dirname(from), name)
  const alias = Object.keys(roots).find((each) => name.startsWith(each))
  return alias === undefined ? null : `${roots[alias] ?? ''}${name.slice(alias.length)}`
}

function readSources(): Source[] {
  const paths = globSync(['electron/**/*.{ts,vue}', 'renderer/**/*.{ts,vue}'], { cwd: root })
  return paths
    .filter((path) => !isTest(path))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      const names = text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)
      const imports = [...names].flatMap(([, name = '']) => target(path, name) ?? [])
      return { path, text, lines: linesIn(text), imports: [...new Set(imports)] }
    })
}

/**
 * The sibling folders of a file and its import: the first folders in which their paths differ. None
 * if one is in a folder above the other.
 */
function siblings(from: string, to: string): [string, string] | null {
  const [one, other] = [dirname(from).split('/'), dirname(to).split('/')]
  const nth = one.findIndex((name, at) => name !== other[at])
  if (nth === -1 || nth >= other.length) return null
  return [one.slice(0, nth + 1).join('/'), other.slice(0, nth + 1).join('/')]
}

/** Which folder imports which, as pairs. */
function folderEdges(
  sources: readonly Source[],
  pairOf: (from: string, to: string) => [string, string] | null,
): Map<string, Set<string>> {
  const edges = new Map<string, Set<string>>()
  for (const { path, imports } of sources)
    for (const each of imports) {
      const pair = pairOf(path, each)
      if (pair === null || pair[0] === pair[1]) continue
      edges.set(pair[0], (edges.get(pair[0]) ?? new Set()).add(pair[1]))
    }
  return edges
}

const sources = readSources()

export const siblingCycles = (): string[][] => cycles(folderEdges(sources, siblings))

/** Groups of folders that import each other, directly or through others (Tarjan). */
function cycles(edges: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const groups: string[][] = []
  function visit(node: string): void {
    index.set(node, index.size)
    low.set(node, index.get(node) ?? 0)
    stack.push(node)
    for (const next of edges.get(node) ?? []) {
      if (!index.has(next)) visit(next)
      if (stack.includes(next)) low.set(node, Math.min(low.get(node) ?? 0, low.get(next) ?? 0))
    }
    if (low.get(node) !== index.get(node)) return
    const group = stack.splice(stack.indexOf(node))
    if (group.length > 1) groups.push(group.toSorted())
  }
  for (const node of edges.keys()) if (!index.has(node)) visit(node)
  return groups
}

/** The limit for a folder that people can still overlook, without tests. */
const maxFiles = 20

/** Folders below `part` with more files than that, and their number. */
export function crowdedFolders(part = ''): string[] {
  const inFolder = new Map<string, number>()
  for (const { path } of sources.filter((each) => each.path.startsWith(part)))
    inFolder.set(dirname(path), (inFolder.get(dirname(path)) ?? 0) + 1)
  return [...inFolder]
    .filter(([, files]) => files > maxFiles)
    .map(([name, files]) => `${name} ${files}`)
}

/** The names of the files and folders directly below a folder, without tests. */
export const inside = (folder: string): Set<string> =>
  new Set(
    sources
      .filter(({ path }) => path.startsWith(`${folder}/`))
      .map(({ path }) => path.slice(folder.length + 1).split('/')[0] ?? ''),
  )

/**
 * Lines that only pass things on: imports, lists of dependencies, and arguments of `create…`
 * functions.
 */
function wiringIn(text: string): number {
  const lines = text.split('\n')
  let wiring = 0
  let until: string | null = null
  for (const line of lines) {
    const indent = /^\s*/.exec(line)?.[0] ?? ''
    if (until !== null) {
      wiring += 1
      if (line.startsWith(until)) until = null
    } else if (/^import /.test(line)) {
      wiring += 1
      if (!/from '|^import '/.test(line)) until = '}'
    } else if (/^(export )?interface \w*Deps\b.*\{$/.test(line)) {
      wiring += 1
      until = '}'
    } else if (/\bfunction create[A-Z].*\($/.test(line)) {
      // Of a declaration only its parameters count.
      wiring += 1
      until = `${indent})`
    } else if (/\bcreate[A-Z]\w*\(\{?$/.test(line)) {
      wiring += 1
      until = `${indent}}`
    } else if (/^\s*(const|let) \{.*\} = deps$|^\s*\.\.\.(deps|shared|parts)\b.*,$/.test(line))
      wiring += 1
  }
  return wiring
}

const listed = (groups: readonly string[][]): string =>
  `${groups.length}${groups.map((group) => `\n    ${group.length}: ${group.slice(0, 8).join(' ')}`).join('')}`

function size(sources: readonly Source[]): [string, string][] {
  const importers = new Map<string, Set<string>>()
  for (const { path, imports } of sources)
    for (const each of imports) importers.set(each, (importers.get(each) ?? new Set()).add(path))
  const groups = cycles(folderEdges(sources, (from, to) => [dirname(from), dirname(to)]))
  const ofSiblings = siblingCycles()
  const own = (part: string) => sources.filter(({ path }) => path.startsWith(part))
  const sum = (list: readonly Source[]) => list.reduce((all, { lines }) => all + lines, 0)
  const single = sources.filter(({ path }) => importers.get(path)?.size === 1)
  const short = single.filter(({ lines }) => lines < 40)
  const host = own('electron/host/')
  const wiring = host.reduce((all, { text }) => all + wiringIn(text), 0)
  const deps = host.reduce(
    (all, { text }) => all + (text.match(/^(export )?interface \w*Deps\b/gm)?.length ?? 0),
    0,
  )
  return [
    [
      'production lines, files under electron/',
      `${sum(own('electron/'))}, ${own('electron/').length}`,
    ],
    [
      'production lines, files under renderer/',
      `${sum(own('renderer/'))}, ${own('renderer/').length}`,
    ],
    ['files with one importer (those under 40 lines)', `${single.length} (${short.length})`],
    ['folders with more than 20 files', crowdedFolders().join(', ') || 'none'],
    ['groups of folders that import each other', listed(groups)],
    ['the same, of sibling folders alone', listed(ofSiblings)],
    [
      'share of host code that is wiring',
      `${Math.round((100 * wiring) / sum(host))} %, ${deps} lists of dependencies`,
    ],
    [
      'lines of Host’s file',
      String(sources.find(({ path }) => path === 'electron/host/host.ts')?.lines),
    ],
  ]
}

/** Existing files outside a noun that name one of its operations or import from its folders. */
function editsFor(sources: readonly Source[], noun: string, operation: string): string[] {
  const isOwn = (path: string) => path.includes(`/${noun}/`) || path.endsWith(`/${noun}.ts`)
  return sources
    .filter(({ path }) => path.startsWith('electron/') && !isOwn(path))
    .filter(({ text, imports }) => imports.some(isOwn) || text.includes(`'${operation}.`))
    .map(({ path }) => path)
}

if (import.meta.main) {
  for (const [name, value] of size(sources)) process.stdout.write(`${name}: ${value}\n`)
  for (const [noun, operation] of [
    ['waste', 'waste'],
    ['channel-orders', 'channelOrders'],
  ] as const)
    process.stdout.write(
      `existing files that know the noun ${noun}: ${editsFor(sources, noun, operation).length}\n`,
    )
}
