import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { normalizePath, type Plugin } from 'vite'
import type { Licence } from '#renderer/settings/about/licences.ts'

interface PackageFile {
  name: string
  version: string
  license?: string
  dependencies?: Record<string, string>
}

/** What isn't part of the app: tests, and the page under development. */
const isOfTheApp = (file: string): boolean =>
  !/\.(test|fixture)\.ts$|test-support|cli[\\/]dev\.ts$/.test(file)

const imported =
  /(?:^(?:import|export) (?!type\b)[^'"`]*?|import\()'((?:@[\w.-]+\/)?[a-z][\w.-]*)[^']*'/gm
/** Electron has its licences beside its program. */
const notPackages = /^(node|electron|vite)$/

/** The packages that the code of the app imports, without their own. */
function importedPackages(root: string): string[] {
  const files = globSync('{electron,renderer}/**/*.{ts,vue}', { cwd: root }).filter(isOfTheApp)
  const names = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(imported)].map(([, name = '']) => name),
  )
  return [...new Set(names)].filter((name) => !notPackages.test(name))
}

/** The folder of a package as another one finds it; null if it isn't installed. */
function folderOf(name: string, from: string): string | null {
  for (let folder = from; ; folder = dirname(folder)) {
    const packageFolder = join(folder, 'node_modules', name)
    if (existsSync(join(packageFolder, 'package.json'))) return packageFolder
    if (folder === dirname(folder)) return null
  }
}

function licenceIn(folder: string, { name, version, license }: PackageFile): Licence {
  const file = readdirSync(folder).find((each) => /^(licen[cs]e|copying)\b/i.test(each))
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim()
  return { name, version, licence: license ?? '', text }
}

/** What the app has with it that is no package: the letters that printers draw. */
function fontLicence(root: string): Licence {
  const text = readFileSync(join(root, 'resources/printer-font/LICENSE'), 'utf8').trim()
  return { name: 'GNU Unifont', version: '15.0.01', licence: 'OFL-1.1', text }
}

/**
 * The licences of all packages that the app uses and of those that they ask for, and of its font, by
 * name. `root` has the project.
 */
export function listLicences(root: string): Licence[] {
  const licences = new Map<string, Licence>()
  const add = (name: string, from: string): void => {
    const folder = folderOf(name, from)
    if (folder === null || name.startsWith('@types/')) return
    const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageFile
    const key = `${name} ${about.version}`
    if (licences.has(key)) return
    licences.set(key, licenceIn(folder, about))
    for (const next of Object.keys(about.dependencies ?? {})) add(next, folder)
  }
  for (const name of importedPackages(root)) add(name, root)
  return [...licences.values(), fontLicence(root)].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Puts the licences in place of the empty list, so that they are loaded only where they are read. */
export const writeLicences = (root: string): Plugin => ({
  name: 'write-licences',
  load(id) {
    if (!normalizePath(id).endsWith('/settings/about/licences.ts')) return null
    return `export const licences = ${JSON.stringify(listLicences(root))}`
  },
})
