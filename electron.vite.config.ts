import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { resolve } from 'node:path'
import type { Rolldown } from 'vite'

// Absolute, since a relative 'electron/…' would be taken for the module of that name.
const source = (path: string) => resolve(import.meta.dirname, path)

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1]

/** A module, and everything that it imports by whatever way; not what it asks for later. */
function importsOf(ids: readonly string[], graph: Graph): Set<string> {
  const found = new Set(ids)
  for (const id of found)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next)
  return found
}

/** What main.ts asks for, one after the other. */
const firstModules = [
  'renderer/locales/i18n.ts',
  'renderer/bridge/pick.ts',
  'renderer/app/start.ts',
].map(source)
let firstView: ReadonlySet<string> | null = null

function isInFirstView(id: string, graph: Graph): boolean {
  firstView ??= importsOf(firstModules, graph)
  return firstView.has(id)
}

/** Whether a dialog's or a field's library comes along. */
const bringsParts = (id: string, graph: Graph): boolean =>
  [...importsOf([id], graph)].some((one) => /node_modules[\\/]reka-ui/.test(one))

export default defineConfig({
  main: {
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
          web: source('electron/web/main.ts'),
          practice: source('electron/practice/main.ts'),
        },
        output: { format: 'es' },
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
    plugins: [vue()],
    build: {
      // The web shell serves the same page to whatever browser there is.
      target: 'es2022',
      minify: true,
      // The page's policy lets fonts and sounds come from files only.
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: source('renderer/index.html'),
        output: {
          codeSplitting: {
            // A request costs a slow machine more than its bytes do, and so does one long evaluation: few files, in the
            // order in which main.ts asks for them.
            // What only other rooms share, and what comes with a dialog, stays out of the first view.
            groups: [
              { name: 'first', test: /vite[\\/]preload-helper|next-turn/, priority: 5 },
              { name: 'checks', test: /node_modules[\\/]zod/, priority: 4 },
              {
                name: (id, graph) => (isInFirstView(id, graph) ? 'libraries' : null),
                debugName: 'libraries',
                test: /node_modules|renderer[\\/]locales/,
                minShareCount: 2,
                priority: 3,
              },
              {
                name: (id, graph) => (isInFirstView(id, graph) ? 'shared' : null),
                debugName: 'shared',
                minShareCount: 2,
                priority: 2,
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
