import { expect, test } from 'vitest'
import { platformAddresses, readAddress } from './address.ts'

test.each([
  [
    'nothing but a name',
    'a.example',
    ['https://a.example', 'https://a.example/api/v3', 'https://a.example/v3'],
  ],
  ['no scheme', 'a.example/api/v3', ['https://a.example/api/v3', 'https://a.example']],
  [
    'a port and no scheme',
    'a.example:8443',
    ['https://a.example:8443', 'https://a.example:8443/api/v3', 'https://a.example:8443/v3'],
  ],
  [
    'slashes at the end',
    ' https://A.example/api/v3// ',
    ['https://a.example/api/v3', 'https://a.example'],
  ],
  [
    'half of the path',
    'https://a.example/api',
    ['https://a.example/api', 'https://a.example/api/v3'],
  ],
  [
    'a path of its own',
    'https://a.example/eu/shop/api/v3?x=1#top',
    ['https://a.example/eu/shop/api/v3', 'https://a.example/eu/shop'],
  ],
  [
    'unencrypted, which comes after encrypted',
    'http://a.example/api/v3',
    [
      'https://a.example/api/v3',
      'https://a.example',
      'http://a.example/api/v3',
      'http://a.example',
    ],
  ],
  [
    'this machine',
    'localhost:4900/api/v3',
    [
      'http://localhost:4900/api/v3',
      'http://localhost:4900',
      'https://localhost:4900/api/v3',
      'https://localhost:4900',
    ],
  ],
  [
    'this machine, unencrypted',
    'http://127.0.0.1:9/v3',
    ['http://127.0.0.1:9/v3', 'http://127.0.0.1:9/api/v3'],
  ],
  ['a slash too few', 'https:/a.example/api/v3', ['https://a.example/api/v3', 'https://a.example']],
  ['another scheme', 'ftp://a.example', []],
  ['a file', 'file:///etc/passwd', []],
  ['a password', 'https://me:secret@a.example/api/v3', []],
  ['two words', 'my platform', []],
  ['nothing', ' ', []],
])('the platform by %s', (_title, typed, expected) => {
  expect(platformAddresses(typed)).toEqual(expected)
})

test.each([
  ['a.example/api/v1/', 'https://a.example/api/v1'],
  ['http://a.example/api/v1', 'http://a.example/api/v1'],
  ['127.0.0.1:4900/api/v1', 'http://127.0.0.1:4900/api/v1'],
  ['https://127.0.0.1:4900', 'https://127.0.0.1:4900'],
  ['ftp://a.example', null],
])('%s read as it is', (typed, expected) => {
  expect(readAddress(typed)).toBe(expected)
})
