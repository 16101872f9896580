import { expect, test } from 'vitest'
import { scriptOf } from './vue-script.ts'

test('a script keeps the numbers of its lines', () => {
  const source =
    '<template>\n  <p />\n</template>\n\n<script setup lang="ts">\nfirst()\n</script>\n'
  expect(scriptOf(source, 'A.vue')?.split('\n')[5]).toBe('first()')
})

test.for([
  [
    'Row extends { id: string }, Key extends string',
    'type Row = ({ id: string }) & { of?: never };type Key = (string) & { of?: never };',
  ],
  ['Shown', 'type Shown = { of?: never };'],
])('type parameters become types: %s', ([generic, types]) => {
  const source = `<script setup lang="ts" generic="${generic}">
const rows: Row[] = []
</script>
`
  expect(scriptOf(source, 'A.vue')).toBe(`${types}\nconst rows: Row[] = []\nexport {}\n`)
})

test('a script without setup is refused, since nothing would check it', () => {
  expect(() => scriptOf('<script lang="ts">\nexport {}\n</script>\n', 'A.vue')).toThrow(
    'without setup',
  )
})

test('a component may have no script', () => {
  expect(scriptOf('<template><p /></template>', 'A.vue')).toBeNull()
})
