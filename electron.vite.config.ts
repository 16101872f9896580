import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, normalizePath, type Plugin, type Rolldown } from 'vite'
import { writeLicences } from './docs/site/licences.ts'
import { docsPages } from './docs/site/plugin.ts'

// Absolute, since a relative 'electron/…' would be taken for the module of that name.
const source = (path: string) => resolve(import.meta.dirname, path)

/** The chunks of the first frame, what is imported before what imports it: what the entry imports in turns. */
function firstChunks(bundle: Rolldown.OutputBundle, entry: Rolldown.OutputChunk) {
  const chunks = new Set<Rolldown.OutputChunk>()
  function add(file: string): void {
    const chunk = bundle[file]
    if (chunk?.type !== 'chunk' || chunks.has(chunk) || entry.imports.includes(file)) return
    chunk.imports.forEach(add)
    chunks.add(chunk)
  }
  entry.dynamicImports.forEach(add)
  return [...chunks]
}

/** Has the page ask at once for all that its first frame needs, and lists what it fetches later (app/fetch-later.ts) in a file of its own. */
const preloadFirst = ({ listsLater }: { listsLater: boolean }): Plugin => ({
  name: 'preload-first',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {}, chunk: entry }) {
      if (entry === undefined) return
      const chunks = firstChunks(bundle, entry)
      const styles = chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
      const link = (rel: string) => (file: string) => ({
        tag: 'link',
        attrs: { rel, crossorigin: true, href: `./${file}` },
        injectTo: 'head' as const,
      })
      const scripts = chunks.map(({ fileName }) => fileName)
      return [...styles.map(link('stylesheet')), ...scripts.map(link('modulepreload'))]
    },
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const entry = Object.values(bundle).find((each) => each.type === 'chunk' && each.isEntry)
      if (entry?.type !== 'chunk') return
      // Most of it runs before the first frame: a browser that knows this line compiles all of it while it comes in.
      const chunks = firstChunks(bundle, entry)
      for (const chunk of chunks) chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
      if (!listsLater) return
      const styles = chunks.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
      const scripts = chunks.map(({ fileName }) => fileName)
      const first = [entry.fileName, ...entry.imports, ...styles, ...scripts]
      const later = Object.keys(bundle)
        .filter((file) => /\.(js|css)$/.test(file) && !first.includes(file))
        // Rarely read, and as large as several rooms.
        .filter((file) => !file.includes('/licences-'))
        .map((file) => basename(file))
      this.emitFile({
        type: 'asset',
        fileName: 'assets/later.js',
        source: `export default ${JSON.stringify(later)}`,
      })
    },
  },
})

/**
 * Puts the values of the preferences' defaults and rules in place of the module that makes them of the table of settings: the
 * first view has them without the table, which is for Setup alone. Elsewhere the module runs as it is written.
 */
const writePreferences = (): Plugin => ({
  name: 'write-preferences',
  apply: 'build',
  async load(id) {
    if (!normalizePath(id).endsWith('/contract/settings/default-preferences.ts')) return null
    const values = (await import(pathToFileURL(id).href)) as Record<string, unknown>
    return Object.entries(values)
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
      .join('\n')
  },
})

/** Puts the text of a script in place of each call that reads it (host/page/layout.ts): a packed app has no other files. */
const insertScripts = (): Plugin => ({
  name: 'insert-scripts',
  enforce: 'pre',
  transform(code, id) {
    const calls = /readScript\(import\.meta\.dirname, '([\w.-]+)'\)/g
    return code.replaceAll(calls, (_call, name: string) =>
      JSON.stringify(readFileSync(join(dirname(id), name), 'utf8')),
    )
  },
})

/** Modules, and everything that they import by whatever way; not what they ask for later. */
function importsOf(ids: Iterable<string>, graph: Rolldown.ChunkingContext): Set<string> {
  const imported = new Set(ids)
  for (const id of imported)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) imported.add(next)
  return imported
}

const isLibrary = /node_modules|renderer[\\/]locales/

const isIcon = /@lucide[\\/]vue[\\/]dist[\\/]esm[\\/]icons[\\/]/

/** The icons that some modules name. The library's index imports all of them, so that the graph can't tell. */
function iconsOf(ids: Iterable<string>, graph: Rolldown.ChunkingContext): Set<string> {
  const codes = [...ids].flatMap((id) => graph.getModuleInfo(id)?.code ?? [])
  const named = codes.flatMap((code) =>
    [...code.matchAll(/import \{([^}]*)\} from ['"]@lucide\/vue['"]/g)].flatMap(([, list = '']) =>
      list.split(',').map((name) => name.trim().replace(/ as .*/, '')),
    ),
  )
  const index = codes.find((code) => code.includes("from './icons/")) ?? ''
  const files = [...index.matchAll(/export \{([^}]*)\} from '\.\/icons\/([^']*)'/g)]
  const names = new Set(named)
  return new Set(
    files.flatMap(([, list = '', file = '']) =>
      list.split(',').some((each) => names.has(each.trim().replace('default as ', '')))
        ? [file]
        : [],
    ),
  )
}

/** What a page needs for its first frame: what its main.ts imports in turns, and all that this imports. */
class FirstFrame {
  readonly #main: string
  #modules: Set<string> | undefined
  #icons: Set<string> | undefined

  constructor(main: string) {
    this.#main = normalizePath(source(main))
  }

  has(id: string, graph: Rolldown.ChunkingContext): boolean {
    const turns = graph.getModuleInfo(this.#main)?.dynamicallyImportedIds ?? []
    this.#modules ??= importsOf(turns, graph)
    if (!isIcon.test(id)) return this.#modules.has(id)
    this.#icons ??= iconsOf(this.#modules, graph)
    return this.#icons.has(basename(id))
  }
}
const firstOfApp = new FirstFrame('renderer/app/main.ts')
const firstOfFleet = new FirstFrame('renderer/fleet/main.ts')
const isFirst = (id: string, graph: Rolldown.ChunkingContext): boolean => firstOfApp.has(id, graph)

/** Whether a dialog's or a field's library comes along. */
const bringsParts = (id: string, graph: Rolldown.ChunkingContext): boolean =>
  [...importsOf([id], graph)].some((one) => /node_modules[\\/](reka-ui|@vueuse)/.test(one))

const components = () => vue({ features: { optionsAPI: false } })

/** What the pages' policies and browsers ask for. */
const pageOutput = {
  // The web shell serves the same page to whatever browser there is.
  target: 'es2022',
  minify: true,
  // The page's policy lets fonts and sounds come from files only.
  assetsInlineLimit: 0,
  // Every browser that runs ES2022 knows how to preload a module.
  modulePreload: { polyfill: false },
}

/** Builds the fleet page too. It is a page of its own: another server has it, and it shares no file with the kitchen's. */
const buildFleet = (): Plugin => ({
  name: 'build-fleet',
  apply: 'build',
  async closeBundle(error) {
    if (error !== undefined || this.meta.watchMode) return
    await build({
      configFile: false,
      root: source('renderer/fleet'),
      base: './',
      publicDir: false,
      logLevel: this.environment.config.logLevel ?? 'info',
      plugins: [components(), preloadFirst({ listsLater: false })],
      build: {
        ...pageOutput,
        outDir: source('out/fleet'),
        emptyOutDir: true,
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                {
                  name: 'first',
                  test: /vite[\\/]preload-helper|next-turn|fleet[\\/]early/,
                  priority: 2,
                },
                // One request for all of it: each takes a slow machine 40 ms, whatever its size.
                {
                  name: (id, graph) => (firstOfFleet.has(id, graph) ? 'page' : null),
                  debugName: 'page',
                },
              ],
            },
          },
        },
      },
    })
  },
})

export default defineConfig({
  main: {
    plugins: [insertScripts()],
    // Its entry for Node brings a whole fetch of its own along; Node 24 has one.
    resolve: { alias: { ofetch: source('node_modules/ofetch/dist/index.mjs') } },
    build: {
      target: 'node24',
      minify: false,
      // Everything is bundled but Electron and Node themselves: a packed app carries no node_modules.
      externalizeDeps: false,
      rolldownOptions: {
        input: {
          index: source('electron/desktop/main.ts'),
          web: source('electron/cli/serve-entry.ts'),
          cli: source('electron/cli/kitchen-pass.ts'),
          relay: source('electron/relay/cli.ts'),
          'worker-thread': source('electron/host/worker/thread.ts'),
        },
        // Without a hash in their names, so that what is kept of the last version's is replaced (host/start/code-cache.ts).
        output: { format: 'es', chunkFileNames: '[name].js' },
      },
    },
  },
  preload: {
    build: {
      target: 'node24',
      minify: false,
      externalizeDeps: false,
      rolldownOptions: {
        input: { preload: source('electron/desktop/preload.ts') },
        // A sandboxed preload is one CommonJS file.
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  },
  renderer: {
    root: source('renderer'),
    plugins: [
      components(),
      docsPages(),
      writeLicences(import.meta.dirname),
      writePreferences(),
      preloadFirst({ listsLater: true }),
      buildFleet(),
    ],
    build: {
      ...pageOutput,
      rolldownOptions: {
        input: source('renderer/index.html'),
        output: {
          codeSplitting: {
            // A request costs a slow machine more than its bytes do, and so does one long evaluation: few files, in the
            // order in which main.ts asks for them, and nothing in them that only another view or a dialog needs.
            groups: [
              {
                name: 'first',
                test: /vite[\\/]preload-helper|next-turn|screen-language|shared[\\/]languages/,
                priority: 5,
              },
              {
                name: (id, graph) =>
                  isLibrary.test(id) && isFirst(id, graph) ? 'libraries' : null,
                debugName: 'libraries',
                minShareCount: 2,
                priority: 3,
              },
              {
                name: (id, graph) => (isFirst(id, graph) ? 'shared' : null),
                debugName: 'shared',
                minShareCount: 2,
                priority: 2,
              },
              // The page compares it with the host's, and the rest of such a file would come along.
              { name: 'version', test: /package\.json/, priority: 2 },
              { name: 'icons', test: isIcon, minShareCount: 2, priority: 1.5 },
              // Larger than all rooms together, and only a few of them draw one.
              {
                name: 'charts',
                test: /ui[\\/]chart[\\/]|observablehq|node_modules[\\/]d3-/,
                priority: 1.5,
              },
              // Only Settings and the search over all rooms need these texts.
              {
                name: 'setting-texts',
                test: /settings[\\/](rows[\\/]|sections[\\/]|catalogue|setting-text|table)/,
                priority: 1.5,
              },
              {
                name: (id, graph) => (bringsParts(id, graph) ? null : 'rooms'),
                debugName: 'rooms',
                test: /renderer[\\/]/,
                minShareCount: 2,
                priority: 1,
              },
              { name: 'dialogs', minShareCount: 2 },
            ],
          },
        },
      },
    },
  },
})
