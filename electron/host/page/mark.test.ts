import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mark } from './mark.ts'

const root = join(import.meta.dirname, '../../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')
const shapesOf = (drawing: string): string[] =>
  [...drawing.matchAll(/ (?:d|x|y|rx|fill|viewBox)="[^"]+"/g)].map(([shape]) => shape)

const shapes = shapesOf(read('resources/icons/icon.svg'))

test('the icon is drawn in cobalt', () => {
  expect(shapes).toContain(' fill="#2346c8"')
})

test.each([
  ['the pages without the app', mark.toString()],
  ['the app', read('renderer/ui/mark/AppMark.vue')],
])('the mark of %s is the icon', (_, drawing) => {
  const rest = shapes.filter((shape) => !/viewBox|fill="none"/.test(shape))
  expect(shapesOf(drawing)).toEqual(expect.arrayContaining(rest))
})
