import { expect, test } from 'vitest'
import { createMessageCutter } from './event-stream.ts'

test('messages arrive complete and in order, however the stream is split', () => {
  const text = 'retry: 1000\n\ndata: {"a":1}\n\ndata: {"b":"data: x"}\n\n'
  for (let at = 0; at <= text.length; at++) {
    const cut = createMessageCutter()
    expect([...cut(text.slice(0, at)), ...cut(text.slice(at))]).toEqual([
      '{"a":1}',
      '{"b":"data: x"}',
    ])
  }
})
