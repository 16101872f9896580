import { expect, test } from 'vitest'
import { joinFeeds } from './feeds.ts'

const feedOf = (version: string, arch: string): string => `version: ${version}
files:
  - url: kitchen-pass-${version}-mac-${arch}.zip
    sha512: ${arch}zip==
    size: 1
  - url: kitchen-pass-${version}-mac-${arch}.dmg
    sha512: ${arch}dmg==
    size: 2
path: kitchen-pass-${version}-mac-${arch}.zip
sha512: ${arch}zip==
releaseDate: '2026-11-20T15:30:00.000Z'
`

test('the feed of both kinds of Mac has the files of both', () => {
  expect(joinFeeds([feedOf('1.2.3', 'arm64'), feedOf('1.2.3', 'x64')])).toBe(`version: 1.2.3
files:
  - url: kitchen-pass-1.2.3-mac-arm64.zip
    sha512: arm64zip==
    size: 1
  - url: kitchen-pass-1.2.3-mac-arm64.dmg
    sha512: arm64dmg==
    size: 2
  - url: kitchen-pass-1.2.3-mac-x64.zip
    sha512: x64zip==
    size: 1
  - url: kitchen-pass-1.2.3-mac-x64.dmg
    sha512: x64dmg==
    size: 2
path: kitchen-pass-1.2.3-mac-arm64.zip
sha512: arm64zip==
releaseDate: '2026-11-20T15:30:00.000Z'
`)
})

test('one feed stays as it is', () => {
  expect(joinFeeds([feedOf('1.2.3', 'arm64')])).toBe(feedOf('1.2.3', 'arm64'))
})

test('feeds that don’t belong together are refused', () => {
  expect(() => joinFeeds([feedOf('1.2.3', 'arm64'), feedOf('1.2.4', 'x64')])).toThrow('different')
  expect(() => joinFeeds([feedOf('1.2.3', 'arm64'), 'version: 1.2.3\n'])).toThrow('files')
  expect(() => joinFeeds(['files: []'])).toThrow('version')
})
