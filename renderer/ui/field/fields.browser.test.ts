import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { h, nextTick, shallowRef } from 'vue'
import { timeFormat } from '../../clock/time-format.ts'
import { setLanguage } from '../../locales/i18n.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import ChoiceField from './ChoiceField.vue'
import DateField from './DateField.vue'
import RangeField from './RangeField.vue'
import SwitchField from './SwitchField.vue'
import TextField from './TextField.vue'
import TimeField from './TimeField.vue'

afterEach(async () => {
  unmountComponent()
  await setLanguage('en')
  timeFormat.value = '24-hour'
})

test('a secret is hidden until somebody asks to see it', async () => {
  await mountComponent(() => h(TextField, { secret: true, label: 'Token', modelValue: 'kp_1' }))
  const field = page.getByLabelText('Token')
  await expect.element(field).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show text' }).click()
  await expect.element(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide text' }).click()
  await expect.element(field).toHaveAttribute('type', 'password')
})

test('a field’s error is part of its accessible description', async () => {
  const error = shallowRef<string | undefined>('Too long')
  await mountComponent(() =>
    h(TextField, { label: 'Name', hint: 'As the crew says', modelValue: '', error: error.value }),
  )
  const field = page.getByRole('textbox', { name: 'Name' })
  await expect.element(field).toHaveAccessibleDescription('Too long As the crew says')
  await expect.element(field).toBeInvalid()
  error.value = undefined
  await expect.element(field).toHaveAccessibleDescription('As the crew says')
  await expect.element(field).toBeValid()
})

test('a choice shows what is, not what was asked for', async () => {
  const value = shallowRef('light')
  const ask = vi.fn()
  const choices = ['system', 'light', 'dark'].map((one) => ({ value: one, label: one }))
  await mountComponent(() =>
    h(ChoiceField<string>, { label: 'Theme', value: value.value, choices, onChange: ask }),
  )
  const chosen = () => page.getByRole('radio', { checked: true }).elements().length
  const radio = (name: string) => page.getByRole('radio', { name })
  await page.getByText('dark').click()
  expect(ask).toHaveBeenLastCalledWith('dark')
  await expect.element(radio('light')).toBeChecked()
  expect(chosen()).toBe(1)
  value.value = 'dark'
  await expect.element(radio('dark')).toBeChecked()
  await userEvent.keyboard('{ArrowLeft}')
  expect(ask).toHaveBeenLastCalledWith('light')
  await expect.element(radio('dark')).toBeChecked()
})

test('a switch turns once it is so; its words turn it too, and Space', async () => {
  const value = shallowRef(false)
  const ask = vi.fn()
  await mountComponent(() =>
    h(SwitchField, { label: 'Sounds', value: value.value, hint: 'Here only', onChange: ask }),
  )
  const place = page.getByRole('switch', { name: 'Sounds' })
  await expect.element(place).toHaveAccessibleDescription('Here only')
  await page.getByText('Sounds').click()
  expect(ask.mock.calls).toEqual([[true]])
  await expect.element(place).not.toBeChecked()
  value.value = true
  await expect.element(place).toBeChecked()
  place.element().focus()
  await userEvent.keyboard(' ')
  expect(ask.mock.calls).toEqual([[true], [false]])
})

test('a slider sends its value when it is released, and goes back after a rejection', async () => {
  const refusals = shallowRef(0)
  const ask = vi.fn()
  const valueText = (n: number) => `${String(n)} seconds`
  const range = { label: 'Undo', value: 8, min: 0, max: 30, step: 1, valueText, onChange: ask }
  await mountComponent(() => h(RangeField, { ...range, refusals: refusals.value }))
  const slider = page.getByRole('slider', { name: 'Undo' })
  slider.element().focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(ask.mock.calls).toEqual([[9]])
  await expect.element(slider).toHaveValue('9')
  await expect.element(slider).toHaveAttribute('aria-valuetext', '9 seconds')
  refusals.value = 1
  await expect.element(slider).toHaveValue('8')
})

const part = (name: string) => page.getByRole('spinbutton', { name })

/** A time field in a form that counts its submits. */
async function openTime(start: string) {
  const time = shallowRef(start)
  const send = vi.fn((event: Event) => event.preventDefault())
  await mountComponent(() =>
    h('form', { onSubmit: send }, [
      h(TimeField, {
        label: 'Until',
        modelValue: time.value,
        'onUpdate:modelValue': (next: string) => (time.value = next),
      }),
    ]),
  )
  return { time, send }
}

test('a time is typed as four digits, in 24 hours whatever the machine says, and Enter sends it', async () => {
  const { time, send } = await openTime('09:00')
  expect(page.getByRole('group', { name: 'Until' }).element().textContent).toContain('09:00')
  await part('Hour').click()
  await userEvent.keyboard('2345')
  expect(time.value).toBe('23:45')
  await expect.element(part('Hour')).toHaveAttribute('aria-valuetext', '23')
  await userEvent.keyboard('{Enter}')
  expect(send).toHaveBeenCalledTimes(1)
})

test.for(['00:05', '05:00', '12:30', '17:00'])(
  'in each language a time is written as the store’s clock writes %s',
  async (time) => {
    for (const one of ['en', 'es', 'pt'] as const) {
      await setLanguage(one)
      await openTime(time)
      const group = page.getByRole('group', { name: 'Until' })
      expect(group.element().textContent.trim()).toBe(time)
      unmountComponent()
    }
  },
)

test.for([
  ['0', '5', '00:05'],
  // The last valid hour, as in a browser's own field.
  ['24', '00', '23:00'],
  ['7', '30', '07:30'],
])('%s and %s are %s', async ([hour, minute, expected]) => {
  const { time } = await openTime('09:00')
  await part('Hour').click()
  await userEvent.keyboard(hour ?? '')
  await part('Minute').click()
  await userEvent.keyboard(minute ?? '')
  await expect.poll(() => time.value).toBe(expected)
})

test('arrows turn a time, and one that is not whole is none', async () => {
  const { time } = await openTime('09:59')
  await part('Minute').click()
  await userEvent.keyboard('{ArrowUp}')
  expect(time.value).toBe('09:00')
  await userEvent.keyboard('{Backspace}{Backspace}')
  await expect.poll(() => time.value).toBe('')
  time.value = '18:15'
  await expect.element(part('Minute')).toHaveTextContent('15')
})

test('its parts have names in the language of the screen', async () => {
  await openTime('09:00')
  await setLanguage('pt')
  await expect.element(part('Hora')).toBeVisible()
  await expect.element(part('Minuto')).toBeVisible()
})

const shownTime = () =>
  page.getByRole('group', { name: 'Until' }).element().textContent.replaceAll(/\s/g, ' ').trim()

test('with 12 hours a time is typed as people say it, its value stays HH:MM, and a new choice works at once', async () => {
  const { time, send } = await openTime('18:30')
  expect(shownTime()).toBe('18:30')
  timeFormat.value = '12-hour'
  await expect.poll(shownTime).toBe('6:30 PM')
  await part('Hour').click()
  await userEvent.keyboard('745a')
  await expect.poll(() => time.value).toBe('07:45')
  expect(shownTime()).toBe('7:45 AM')
  await expect.element(part('AM or PM')).toHaveAttribute('aria-valuetext', 'AM')
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(() => time.value).toBe('19:45')
  await userEvent.keyboard('{Enter}')
  expect(send).toHaveBeenCalledTimes(1)
  timeFormat.value = '24-hour'
  await expect.poll(shownTime).toBe('19:45')
  expect(time.value).toBe('19:45')
})

test.for<[typed: string, value: string, written: string]>([
  ['1230a', '00:30', '12:30 AM'],
  ['1230p', '12:30', '12:30 PM'],
  ['0905p', '21:05', '9:05 PM'],
  ['1159p', '23:59', '11:59 PM'],
])('with 12 hours, typing %s in an empty field is %s', async ([typed, value, written]) => {
  timeFormat.value = '12-hour'
  const { time } = await openTime('')
  await part('Hour').click()
  await userEvent.keyboard(typed)
  await expect.poll(() => time.value).toBe(value)
  expect(shownTime()).toBe(written)
})

test.for<[start: string, left: string]>([
  ['18:30', ''],
  ['22:30', '13:30'],
  ['12:30', '13:30'],
  ['10:30', '01:30'],
])(
  'with 12 hours, deleting a digit of the hour of %s never moves it to the morning',
  async ([start, left]) => {
    timeFormat.value = '12-hour'
    const { time } = await openTime(start)
    await part('Hour').click()
    await userEvent.keyboard('{Backspace}')
    await expect.poll(() => time.value).toBe(left)
  },
)

test.for([
  ['en', '5:00 PM'],
  ['es', '5:00 p. m.'],
  ['pt', '5:00 PM'],
] as const)('with 12 hours a field in %s has the parts of %s', async ([one, written]) => {
  timeFormat.value = '12-hour'
  await setLanguage(one)
  await openTime('17:00')
  expect(shownTime()).toBe(written)
})

/** A day field in a form that counts its submits. */
async function openDay(start: string) {
  const day = shallowRef(start)
  const send = vi.fn((event: Event) => event.preventDefault())
  await mountComponent(() =>
    h('form', { onSubmit: send }, [
      h(DateField, {
        label: 'Until',
        modelValue: day.value,
        'onUpdate:modelValue': (next: string) => (day.value = next),
      }),
    ]),
  )
  return { day, send }
}

test('a day is typed by the keyboard alone, as digits in the order of the language, and Enter sends it', async () => {
  const { day, send } = await openDay('')
  await userEvent.keyboard('{Tab}31012026')
  await expect.poll(() => day.value).toBe('2026-01-31')
  await userEvent.keyboard('{Enter}')
  expect(send).toHaveBeenCalledTimes(1)
})

test('arrows change the day, an incomplete day is none, and its error is announced', async () => {
  const { day } = await openDay('2026-02-28')
  await part('Day').click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.poll(() => day.value).toBe('2026-02-27')
  await userEvent.keyboard('{Backspace}{Backspace}')
  await expect.poll(() => day.value).toBe('')
  day.value = '2026-12-24'
  await expect.element(part('Month')).toHaveTextContent('12')
  unmountComponent()
  await mountComponent(() =>
    h(DateField, { label: 'Until', modelValue: '', error: 'This can’t be done anymore' }),
  )
  await expect
    .element(page.getByRole('group', { name: 'Until' }))
    .toHaveAccessibleDescription('This can’t be done anymore')
})

test('the parts of a day have names in the language of the screen', async () => {
  await openDay('2026-02-28')
  await setLanguage('es')
  for (const name of ['Día', 'Mes', 'Año']) await expect.element(part(name)).toBeVisible()
})

test('a slow host that answers to the first digit does not undo the second', async () => {
  const time = shallowRef('04:30')
  const sent: string[] = []
  await mountComponent(() =>
    h(TimeField, {
      label: 'Closing',
      modelValue: time.value,
      'onUpdate:modelValue': (next: string) => void sent.push(next),
    }),
  )
  await part('Hour').click()
  await userEvent.keyboard('14')
  expect(sent).toEqual(['01:30', '14:30'])
  time.value = '01:30'
  await nextTick()
  await userEvent.keyboard('00')
  await expect.element(part('Minute')).toHaveTextContent('00')
  expect(sent.at(-1)).toBe('14:00')
  for (const answer of sent.slice(1)) time.value = answer
  await nextTick()
  await expect.element(part('Hour')).toHaveTextContent('14')
  // Another screen has changed it.
  time.value = '01:30'
  await expect.element(part('Hour')).toHaveTextContent('01')
  await expect.element(part('Minute')).toHaveTextContent('30')
})
