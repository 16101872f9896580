import type { NameArea } from '#contract/doctor.ts'
import { anyName, type Form } from './dialect-forms.ts'

/**
 * Where an assumed name comes from: the platform's other public pages or those of an older version (`documented`),
 * live traffic (`field`), its neighbours (`inferred`), or nowhere (`guess`). platform/README.md, Assumptions.
 */
export type Sureness = 'documented' | 'field' | 'inferred' | 'guess'

export interface Assumption {
  default: string
  area: NameArea
  sure: Sureness
  /** What is assumed, in plain words for the report. */
  assumes: string
  /** What it may be. */
  form: Form
}

/** Makes assumptions of one area that are equally sure. */
export const about =
  (area: NameArea, sure: Sureness) =>
  (value: string, assumes: string, form: Form = anyName): Assumption => ({
    default: value,
    area,
    sure,
    assumes,
    form,
  })

/** One assumption for each field of a thing whose inner fields are not specified, as `thing.field`. */
export function fields<Thing extends string, Field extends string>(
  thing: Thing,
  names: readonly Field[],
  { area, sure, of }: Pick<Assumption, 'area' | 'sure'> & { of: string },
): Record<`${Thing}.${Field}`, Assumption> {
  const assume = about(area, sure)
  const each = names.map((name) => [
    `${thing}.${name}`,
    assume(name, `The field "${name}" of ${of}`),
  ])
  return Object.fromEntries(each) as Record<`${Thing}.${Field}`, Assumption>
}
