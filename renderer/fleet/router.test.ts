import { expect, test, vi } from 'vitest'
import { createMemoryHistory } from 'vue-router'
import { idOf, makeFleetRouter } from './router.ts'

function open() {
  const signIn = vi.fn()
  return { signIn, router: makeFleetRouter(createMemoryHistory(), signIn) }
}

const id = 'web.=a/b?c%'

test.for([
  ['/', 'stores', ''],
  ['/store/', 'stores', ''],
  ['/store/%', 'store', '%'],
  ['/store/web.a?from=map', 'store', 'web.a'],
  [`/store/${encodeURIComponent(id)}`, 'store', id],
  ['/instructions', 'instructions', ''],
  ['/instructions/', 'instructions', ''],
  ['/instructions/new', 'new-instruction', ''],
  [`/instructions/${encodeURIComponent(id)}`, 'instruction', id],
  ['/instructionset', 'stores', ''],
] as const)('%s opens %s', async ([address, name, opened]) => {
  const { router } = open()
  await router.push(address)
  expect(router.currentRoute.value.name).toBe(name)
  expect(idOf(router.currentRoute.value)).toBe(opened)
})

test('a link has the id of its store in one part', () => {
  const { router } = open()
  expect(router.resolve({ name: 'store', params: { id } }).path).toBe('/store/web.=a%2Fb%3Fc%25')
})

test('a key signs in, and leaves the address', async () => {
  const { router, signIn } = open()
  await router.push('/key=a%2Bb')
  expect(signIn).toHaveBeenCalledExactlyOnceWith('a+b')
  expect(router.currentRoute.value.fullPath).toBe('/')
})
