import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defineComponent, h, reactive, shallowRef } from 'vue'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { useForm, type DescribedField, type FieldError } from './form.ts'
import FormField from './FormField.vue'

afterEach(() => unmountComponent())

type Name = 'name' | 'port' | 'secure' | 'odd'
const submit = vi.fn<() => Promise<boolean> | boolean>(() => true)

/**
 * A form with a required name, a port with digits only, a switch, and a field of an unknown kind.
 */
async function open(early = false) {
  const values = reactive({ name: '', port: 'x', secure: false, odd: '' })
  const reported = shallowRef<Partial<Record<Name, FieldError>>>({})
  const fields: DescribedField<Name>[] = [
    { name: 'secure', kind: 'switch', label: 'Secure' },
    {
      name: 'name',
      kind: 'text',
      label: 'Name',
      hint: 'As the crew says',
      check: () => (values.name === '' ? 'Give it a name.' : undefined),
    },
    {
      name: 'port',
      kind: 'digits',
      label: 'Port',
      check: () => (/^\d+$/.test(values.port) ? undefined : 'Only digits.'),
    },
    { name: 'odd', kind: 'own', label: 'Odd' },
  ]
  const own = ({ field }: { field: DescribedField<Name> }) => h('b', `${field.label} by a slot`)
  submit.mockClear()
  await mountComponent(
    defineComponent(() => {
      const form = useForm({
        values,
        fields: () => fields,
        hostError: (name) => reported.value[name],
        early,
        submit,
      })
      const send = (event: Event) => {
        event.preventDefault()
        void form.submit()
      }
      return () =>
        h('form', { ref: 'view', onSubmit: send }, [
          ...fields.map((field) => h(FormField<Name>, { form, field }, { own })),
          h('button', 'Send'),
        ])
    }),
  )
  return { values, reported }
}
const text = (name: string) => page.getByRole('textbox', { name, exact: true })
const send = () => page.getByRole('button', { name: 'Send' }).click()

test('errors show when the form is submitted, the cursor goes to the first, and nothing is sent', async () => {
  const { values } = await open()
  await expect.element(text('Name')).toBeValid()
  await send()
  await expect.element(text('Name')).toHaveFocus()
  await expect.element(text('Name')).toHaveAccessibleDescription('Give it a name. As the crew says')
  await expect.element(text('Port')).toHaveAccessibleDescription('Only digits.')
  expect(submit).not.toHaveBeenCalled()
  await userEvent.keyboard('Grill')
  await expect.element(text('Name')).toBeValid()
  await text('Port').fill('80')
  await page.getByRole('switch', { name: 'Secure' }).click()
  await send()
  expect(submit).toHaveBeenCalledTimes(1)
  expect(values).toEqual({ name: 'Grill', port: '80', secure: true, odd: '' })
})

test('where it is said early, it is said as it is typed', async () => {
  await open(true)
  await expect.element(text('Port')).toHaveAccessibleDescription('Only digits.')
})

test('what the host says of a field is said at once and gets the cursor, but can be sent again', async () => {
  const { values, reported } = await open()
  Object.assign(values, { name: 'Grill', port: '80' })
  submit.mockImplementationOnce(() => {
    reported.value = { port: { sentence: 'That port is taken.', details: 'EADDRINUSE' } }
    return false
  })
  await send()
  await expect.element(text('Port')).toHaveFocus()
  await expect.element(text('Port')).toHaveAccessibleDescription(/^That port is taken\./)
  await send()
  expect(submit).toHaveBeenCalledTimes(2)
})

test('it is sent once, however often somebody taps', async () => {
  const { values } = await open()
  Object.assign(values, { name: 'Grill', port: '80' })
  let done = (_isDone: boolean) => {}
  submit.mockImplementationOnce(() => new Promise((resolve) => (done = resolve)))
  await send()
  await send()
  expect(submit).toHaveBeenCalledTimes(1)
  done(true)
})

test('a kind of its own is drawn by the slot of that name', async () => {
  await open()
  await expect.element(page.getByText('Odd by a slot')).toBeVisible()
})
