import { join } from 'node:path'
import { test } from '@playwright/test'

const pictures = join(import.meta.dirname, '../../resources/pictures')

/**
 * Where a screenshot goes: `npm run pictures` renews the README's; other runs don't change the
 * checkout.
 */
export const picturePath = (name: string): string =>
  test.info().config.updateSnapshots === 'all' ? join(pictures, name) : test.info().outputPath(name)
