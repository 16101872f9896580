import { expect, test } from 'vitest'
import type { Component } from 'vue'
import { preferencesSchema, settingsSchema } from '#contract/settings/settings.ts'
import { catalogue } from './catalogue.ts'
import { sections } from './sections.ts'

const fields = import.meta.glob<Component>('./fields/*.vue', { eager: true, import: 'default' })
const ids: string[] = catalogue.map(({ id }) => id)

/** What is chosen where it is used, and what nobody has asked to choose. */
const elsewhere = {
  queue: ['types', 'showAllDay'],
  connection: ['pollSeconds', 'requestsPerSecond', 'webhookAddress', 'webhookHosts', 'webhookPort'],
  nowhere: ['fallbackPreparationMinutes'],
}

test('every field of Setup stands in the catalogue, once', () => {
  expect(Object.keys(fields)).not.toEqual([])
  expect(new Set(catalogue.map(({ field }) => field))).toEqual(new Set(Object.values(fields)))
  expect(catalogue).toHaveLength(Object.keys(fields).length)
  expect(new Set(ids).size).toBe(ids.length)
})

test('what can be set is set in Setup, or it is known where', () => {
  const settable = [...Object.keys(preferencesSchema.shape), ...Object.keys(settingsSchema.shape)]
  const others = Object.values(elsewhere).flat()
  expect(settable.filter((name) => !ids.includes(name)).sort()).toEqual(others.sort())
})

test('every section has settings', () => {
  for (const { id } of sections)
    expect(
      catalogue.some(({ section }) => section === id),
      id,
    ).toBe(true)
})
