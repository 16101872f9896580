import { expect, test } from 'vitest'
import { shallowRef } from 'vue'
import { useDraftFields } from './draft-fields.ts'

interface Fields {
  name: string
  tables: string[]
  occasion: string | null
}

function open(typed?: Partial<Fields>) {
  const stored = shallowRef<Fields>({ name: 'Ana', tables: ['5'], occasion: 'birthday' })
  const draft = shallowRef(typed)
  const fields = useDraftFields(() => stored.value, {
    read: () => draft.value,
    keep: (next) => (draft.value = next),
    discard: () => (draft.value = undefined),
  })
  return { stored, draft, fields }
}

test('only what differs is typed, lists by what they are, and a field that is empty is typed too', () => {
  const { draft, fields } = open()
  fields.type({ name: 'Ana', tables: ['5'] })
  expect(draft.value).toBeUndefined()
  fields.values.occasion = null
  expect(draft.value).toEqual({ occasion: null })
  expect(fields.values).toEqual({ name: 'Ana', tables: ['5'], occasion: null })
  fields.type({ name: 'Luz', tables: [] })
  expect(draft.value).toEqual({ name: 'Luz', tables: [], occasion: null })
  expect(fields.changed.value).toEqual(['name', 'tables', 'occasion'])
})

test('typed back to what it was, nothing is left of a draft', () => {
  const { draft, fields } = open({ name: 'Luz' })
  fields.values.name = 'Ana'
  expect(draft.value).toBeUndefined()
})

test('what changes meanwhile comes in where nothing is typed, and what is typed stands', () => {
  const { stored, fields } = open({ name: 'Luz' })
  stored.value = { name: 'Eva', tables: ['7'], occasion: null }
  expect(fields.values).toEqual({ name: 'Luz', tables: ['7'], occasion: null })
  stored.value = { ...stored.value, name: 'Luz' }
  expect(fields.changed.value).toEqual([])
})
