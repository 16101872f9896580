import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, '.github/workflows')
const workflows = new Map(
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
)
const release = workflows.get('release.yml') ?? ''
const builder = readFileSync(join(root, 'electron-builder.yml'), 'utf8')

/** The scripts of all steps: the text after `run:`, on its line or indented below it. */
const scriptsOf = (text: string): string[] =>
  [...text.matchAll(/^( *)(?:- )?run: (.*)\n((?:\1 {2,}.*\n|\n)*)/gm)].map(
    ([, , line = '', below = '']) => (/^[|>]/.test(line) ? below : line),
  )

describe('the workflows', () => {
  test('are read as they stand', () => {
    expect([...workflows.keys()].toSorted()).toEqual(['ci.yml', 'release.yml'])
    const lines = release.match(/^ *(?:- )?run: /gm) ?? []
    expect(lines.length).toBeGreaterThan(5)
    expect(scriptsOf(release)).toHaveLength(lines.length)
  })

  test('name each action by its commit, and everywhere the same one', () => {
    const commits = new Map<string, string>()
    for (const text of workflows.values())
      for (const [, used = ''] of text.matchAll(/uses: *(.+)$/gm)) {
        const [, action = '', commit = ''] =
          /^([\w-]+\/[\w-]+)@([0-9a-f]{40}) # v\d+\.\d+\.\d+$/.exec(used) ?? []
        expect(commit, used).not.toBe('')
        expect(commits.get(action) ?? commit).toBe(commit)
        commits.set(action, commit)
      }
    expect(commits.size).toBeGreaterThan(3)
  })

  test('may write nothing but what a release needs', () => {
    for (const text of workflows.values()) expect(text).toMatch(/^permissions: \{\}$/m)
    const writes = (text: string) => [...text.matchAll(/^ +([\w-]+): write$/gm)].map(([, of]) => of)
    expect(writes(workflows.get('ci.yml') ?? '')).toEqual([])
    expect(writes(release)).toEqual(['id-token', 'attestations', 'contents'])
    for (const text of workflows.values())
      expect(text.match(/persist-credentials: false/g)).toHaveLength(
        text.match(/uses: actions\/checkout@/g)?.length ?? 0,
      )
  })

  test('put nothing from outside into a script', () => {
    for (const text of workflows.values()) {
      for (const script of scriptsOf(text)) expect(script).not.toContain('${{')
      expect(text).not.toMatch(/pull_request_target|workflow_run/)
    }
  })
})

describe('a release', () => {
  test('is for Windows and for both kinds of Mac', () => {
    const rows = [...release.matchAll(/- os: (\w+)-\S+\n +arch: (\w+)\n/g)]
    expect(rows.map(([, system, arch]) => `${system} ${arch}`)).toEqual([
      'windows x64',
      'macos arm64',
      'macos x64',
    ])
  })

  test('is signed, checked, tried and attested before it is handed on, in this order', () => {
    const steps = [
      'win.azureSignOptions.endpoint=${ENDPOINT:?}',
      'Get-AuthenticodeSignature',
      'xcrun stapler validate',
      'test/desktop/check-package.ts',
      'KITCHEN_PASS_ASAR:',
      'actions/attest-build-provenance@',
      'actions/upload-artifact@',
      'gh release create "$GITHUB_REF_NAME" release/* --draft',
    ].map((step) => release.indexOf(step))
    expect(steps).not.toContain(-1)
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
  })

  test('has a feed for each channel, whose address only the environment knows', () => {
    expect(release.match(/-c\.publish\.url=\$\{UPDATE_URL:\?\}/g)).toHaveLength(2)
    expect(builder).toMatch(/^publish: null$/m)
    expect(builder).toMatch(/^generateUpdatesFilesForAllChannels: true$/m)
    expect(builder).toMatch(/^mac:\n.*\n {2}target: \[dmg, zip\]$/m)
    expect(`${builder}${release}`).not.toMatch(/https?:/)
    for (const file of ['dist/latest*.yml', 'dist/beta*.yml', 'dist/*.blockmap', 'dist/*.zip'])
      expect(release).toContain(`            ${file}\n`)
    expect(release).toContain(
      "grep -q '^publisherName:' dist/win-unpacked/resources/app-update.yml",
    )
    expect(release).toContain('IS_BETA: ${{ contains(github.ref_name')
  })

  test('is drafted only after the last version has updated itself to it, and has refused another', () => {
    expect(release).toMatch(/^ {2}publish:\n {4}needs: \[package, update\]$/m)
    const checks = [...release.matchAll(/check-update\.ts [^\n]*\\\n +([^\n]+)/g)]
    expect(checks.map(([, flags]) => flags)).toEqual([
      '--key feed.key --refuses not-signed --expects "$BEFORE"',
      '--key feed.key --expects "$version"',
    ])
    expect(release.indexOf('join-feeds.ts feeds release')).toBeLessThan(
      release.indexOf('gh release create'),
    )
  })

  test('has no key for Windows among its secrets, and takes nothing from a cache', () => {
    expect(release).not.toMatch(/secrets\.(WINDOWS|AZURE)/)
    expect(release).not.toMatch(/^ +cache:/m)
  })

  test('makes nothing that is not signed', () => {
    expect(builder).toMatch(/^forceCodeSigning: true$/m)
    expect(builder).not.toMatch(/sign(Executable|AndEditExecutable): false|identity: null/)
    expect(/^linux:\n {2}target: (\w+)$/m.exec(builder)?.[1]).toBe('dir')
    expect(release).not.toMatch(/AppImage|--linux/)
  })
})
