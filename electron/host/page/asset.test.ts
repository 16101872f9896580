import { join, resolve } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { pathAt, pictureName, resolveAsset } from './asset.ts'

const root = resolve('out/renderer')
/** The file of the app's page for a URL. */
const appAsset = (url: string) => resolveAsset(root, pathAt('app://kitchen', url))

describe('files of the page', () => {
  it.each([
    ['app://kitchen/', 'index.html', 'text/html; charset=utf-8'],
    ['app://kitchen/index.html', 'index.html', 'text/html; charset=utf-8'],
    ['app://kitchen/index.html#/queue', 'index.html', 'text/html; charset=utf-8'],
    ['app://kitchen/index.html?x=../y', 'index.html', 'text/html; charset=utf-8'],
    [
      'app://kitchen/assets/index-Bc_9-x.js',
      'assets/index-Bc_9-x.js',
      'text/javascript; charset=utf-8',
    ],
    ['app://kitchen/assets/a.b.css', 'assets/a.b.css', 'text/css; charset=utf-8'],
    ['app://kitchen/sounds/new.wav', 'sounds/new.wav', 'audio/wav'],
  ])('%s', (url, name, contentType) => {
    expect(appAsset(url)).toEqual({ file: join(root, name), contentType })
  })

  it.each([
    'app://kitchen',
    'app://kitchen.evil/index.html',
    'app://evil/index.html',
    'app://kitchen@evil/index.html',
    'app://kitchen:1/index.html',
    'APP://kitchen/index.html',
    'file:///index.html',
    'https://kitchen/index.html',
    'app://kitchen/../main/index.js',
    'app://kitchen/..%2fmain/index.js',
    'app://kitchen/%2e%2e/main/index.js',
    'app://kitchen/..\\main\\index.js',
    'app://kitchen/.%2e/x.js',
    'app://kitchen/./index.html',
    'app://kitchen//etc/passwd.json',
    'app://kitchen/a//b.js',
    'app://kitchen/C:/x.js',
    'app://kitchen/a%00.js',
    'app://kitchen/a\0.js',
    'app://kitchen/.env.js',
    'app://kitchen/a/.git/x.json',
    'app://kitchen/secrets',
    'app://kitchen/data.sqlite',
    'app://kitchen/index.HTML',
    'app://kitchen/a b.js',
    'app://kitchen/é.js',
    '',
  ])('has no %j', (url) => {
    expect(appAsset(url)).toBeNull()
  })
})

test.for<[string, string | null]>([
  ['/pictures/abcdefghij-KLMNOPQ_123', 'abcdefghij-KLMNOPQ_123'],
  ['/pictures/abcdefghij-KLMNOPQ_1234', null],
  ['/pictures/product%3AP101', null],
  ['/pictures/', null],
  ['/pictures/a/b', null],
  ['/pictures/../index.html', null],
  ['/assets/index.js', null],
])('%s asks for %j', ([url, expected]) => {
  expect(pictureName(url)).toBe(expected)
})
