import { expect, test } from 'vitest'
import { isolateText } from '#contract/shared/isolate-text.ts'

test.for(['Ana-María Ñuñoa 5×', 'e\u0301 – “5” 👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'می\u200cxx'.slice(3)])(
  '%j turns nothing, and stays as it is',
  (text) => {
    expect(isolateText(text)).toBe(text)
  },
)

test.for([
  ['שלום', '\u2068שלום\u2069'],
  ['محمد', '\u2068محمد\u2069'],
  ['\u200fAna\u200e', '\u2068\u200fAna\u200e\u2069'],
  ['cash \u202e0001', '\u2068cash \u202e0001\u2069'],
  // An open isolate is closed, so that ours is closed too.
  ['\u2067Ana', '\u2068\u2067Ana\u2069\u2069'],
  ['\u2066Ana\u2069', '\u2068\u2066Ana\u2069\u2069'],
  // A closing character without an opening one would close ours.
  ['Ana\u2069\u202e0001', '\u2068Ana\u202e0001\u2069'],
])('%j is drawn as %j', ([text = '', drawn]) => {
  expect(isolateText(text)).toBe(drawn)
})
