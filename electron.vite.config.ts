import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import { resolve } from 'node:path'

// Absolute, since a relative 'electron/…' would be taken for the module of that name.
const source = (path: string) => resolve(import.meta.dirname, path)

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
            groups: [
              { name: 'first', test: /vite[\\/]preload-helper|next-turn/, priority: 3 },
              { name: 'checks', test: /node_modules[\\/]zod/, priority: 2 },
              {
                name: 'libraries',
                test: /node_modules|renderer[\\/]locales/,
                minShareCount: 2,
                priority: 1,
              },
              { name: 'shared', minShareCount: 2 },
            ],
          },
        },
      },
    },
  },
})
