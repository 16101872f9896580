import { expect, test } from 'vitest'
import { defaultPreferences } from '#contract/settings/default-preferences.ts'
import type { Preferences } from '#contract/settings/settings.ts'
import { planWall, type WallPlan } from './wall-plan.ts'

type Likes = Partial<Preferences> & { hidden?: boolean }

test.for<[string, [number, number], Likes, Partial<WallPlan>]>([
  ['the normal size at 1080', [1920, 1080], {}, { columns: 5, dish: 26 }],
  ['more room without the navigation', [1280, 800], { hidden: true }, { columns: 5, side: 0 }],
  ['beside the navigation', [1280, 800], {}, { columns: 5, side: 76, bottom: 0, header: 56 }],
  ['larger text', [1920, 1080], { wallSize: 'XL' }, { columns: 4, dish: 37.5 }],
  ['columns as chosen', [1920, 1080], { wallColumns: 8 }, { columns: 8, dish: 26 }],
  ['no more than have room', [1920, 1080], { wallSize: 'XXL', wallColumns: 10 }, { columns: 4 }],
  ['without the row above', [1280, 800], { wallHeader: false }, { header: 0 }],
  ['a telephone', [390, 844], {}, { columns: 1, side: 0, strip: 56, bottom: 56 }],
  ['one without navigation', [390, 844], { hidden: true }, { side: 0, strip: 0, bottom: 0 }],
])('%s', ([, [width, height], { hidden = false, ...likes }, plan]) => {
  const screen = { width, height, rem: 16, navigationHidden: hidden }
  expect(planWall(screen, { ...defaultPreferences, ...likes })).toMatchObject(plan)
})
