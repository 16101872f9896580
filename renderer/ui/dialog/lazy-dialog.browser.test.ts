import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { defineComponent, h, nextTick, shallowRef, type Component } from 'vue'
import { createHold } from '#test/support/hold.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import AppDialog from './AppDialog.vue'
import { lazyDialog } from './lazy-dialog.ts'
import { isDialogOpen } from './open-dialogs.ts'

afterEach(unmountComponent)

/** A dialog whose file is still loading. */
async function ask() {
  const fetching = createHold<undefined, Component>()
  const Lazy = lazyDialog(fetching.arrive)
  const asking = shallowRef(false)
  await mountComponent(defineComponent(() => () => asking.value && h(Lazy, { title: 'PIN' })))
  expect(isDialogOpen()).toBe(false)
  asking.value = true
  await nextTick()
  return { file: await fetching.next(), asking }
}

test('the keys are its own before it is there, and the room’s again when it has gone', async () => {
  const { file, asking } = await ask()
  expect(isDialogOpen()).toBe(true)
  await file.answer(AppDialog)
  await expect.element(page.getByRole('dialog', { name: 'PIN' })).toBeVisible()
  expect(isDialogOpen()).toBe(true)
  asking.value = false
  await nextTick()
  expect(isDialogOpen()).toBe(false)
})

test('where its file cannot be had, the keys are the room’s again', async () => {
  const { file } = await ask()
  await file.fail(new Error('the host is gone'))
  await expect.poll(isDialogOpen).toBe(false)
})
